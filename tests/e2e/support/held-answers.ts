import type { Page, Request, Route } from '@playwright/test'

/** Requests held back until the test releases them, oldest first. */
export class HeldAnswers {
  private readonly waiting: Route[] = []
  private readonly arrivals: (() => void)[] = []
  private isOpen = false

  /** Holds every matching request of the page from now on. */
  static async of(page: Page, address: RegExp): Promise<HeldAnswers> {
    const held = new HeldAnswers()
    await page.route(address, (route) => held.take(route))
    return held
  }

  private async take(route: Route): Promise<void> {
    if (this.isOpen) return route.continue()
    this.waiting.push(route)
    for (const arrived of this.arrivals.splice(0)) arrived()
  }

  get requests(): Request[] {
    return this.waiting.map((route) => route.request())
  }

  /** Waits until this many requests are held. */
  async arrived(count: number): Promise<void> {
    while (this.waiting.length < count) await new Promise<void>((resolve) => this.arrivals.push(resolve))
  }

  /** Lets the n-th request (from 0) through. It is fine if the console has aborted the request. */
  async release(index: number): Promise<void> {
    const route = this.waiting[index]
    if (!route) throw new Error(`no request number ${index} waits`)
    await route.continue()
  }

  /** Fails the n-th request instead. */
  async fail(index: number, status: number, headers: Record<string, string> = {}): Promise<void> {
    const route = this.waiting[index]
    if (!route) throw new Error(`no request number ${index} waits`)
    await route.fulfill({ status, headers, body: '' })
  }

  /** Releases all, and lets later requests through. */
  async releaseAll(): Promise<void> {
    this.isOpen = true
    for (const route of this.waiting) await route.continue()
  }
}

/** Fails matching requests until the returned function is called. */
export async function failing(
  page: Page,
  address: RegExp,
  status: number,
  headers: Record<string, string> = {},
  body = '',
): Promise<() => Promise<void>> {
  await page.route(address, (route) => route.fulfill({ status, headers, body }))
  return () => page.unroute(address)
}
