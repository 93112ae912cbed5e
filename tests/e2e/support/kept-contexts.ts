import type { Browser, BrowserContext, Cookie, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'

/** So many are kept: most files need one alone. */
const most = 3

interface Kept {
  context: BrowserContext
  /** Holds the renderer between tests, with the compiled code of the console in it, and clears what was stored. */
  holder: Page
}

/**
 * Browser contexts of one worker that go from test to test with all that they have fetched and compiled, which is half of a
 * page's load. Each test has pages of its own; cookies, storage and routes are as new.
 */
export class KeptContexts {
  private readonly kept = new Map<string, Kept>()
  private taken: Kept | null = null

  constructor(private readonly browser: Browser) {}

  /** A context with the options of the test that runs, of which the key has all that differ between tests. */
  async take(key: string, origin: string, storageState: unknown): Promise<BrowserContext> {
    const found = this.kept.get(key) ?? (await this.create(origin))
    // The one used last comes last.
    this.kept.delete(key)
    this.kept.set(key, found)
    for (const [old, { context }] of [...this.kept].slice(0, -most)) {
      this.kept.delete(old)
      await context.close()
    }
    await found.context.addCookies(cookiesOf(storageState))
    this.taken = found
    return found.context
  }

  private async create(origin: string): Promise<Kept> {
    const context = await this.browser.newContext()
    const holder = await context.newPage()
    // Of the console's origin, without its code.
    await holder.goto(`${origin}/favicon.svg`)
    return { context, holder }
  }

  /** Leaves nothing of the test behind. */
  async giveBack(): Promise<void> {
    if (this.taken === null) return
    const { context, holder } = this.taken
    this.taken = null
    await Promise.all(context.pages().flatMap((page) => (page === holder ? [] : [page.close()])))
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await holder.evaluate(() => localStorage.clear())
    await context.clearCookies()
  }

  async close(): Promise<void> {
    for (const { context } of this.kept.values()) await context.close()
  }
}

function cookiesOf(storageState: unknown): Cookie[] {
  const state: unknown = typeof storageState === 'string' ? JSON.parse(readFileSync(storageState, 'utf8')) : storageState
  return (state as { cookies: Cookie[] } | undefined)?.cookies ?? []
}
