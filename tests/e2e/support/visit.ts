import type { Page } from '@playwright/test'

/** Shows nothing until something is searched for, to whoever is signed in. */
const blank = '/qrs/archived'

/**
 * Opens an address: loads the console the first time, and moves inside of it from then on, which takes a tenth of the time. For tests
 * that are not about loading. Nothing of the page before is on screen afterwards, nor any message of it; what was fetched is kept for
 * fifteen seconds, as for anybody.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const isBlank = (url: string) => new URL(url, 'http://console').pathname === blank
  if (!page.url().startsWith('http') || isBlank(address)) await page.goto(address)
  // By way of one that is blank, since lists stay on screen until the next one is there.
  else await page.evaluate(moveTo, isBlank(page.url()) ? [address] : [blank, address])
}

/** Leaves the view that is shown for one that shows nothing. */
export async function visitBlank(page: Page): Promise<void> {
  if (new URL(page.url()).pathname !== blank) await page.evaluate(moveTo, [blank])
}

/** In the page. */
async function moveTo(addresses: readonly string[]): Promise<void> {
  const until = async (isSo: () => boolean) => {
    const start = performance.now()
    while (!isSo()) {
      if (performance.now() - start > 20_000) throw new Error(`${location.href} is not shown.`)
      await new Promise(requestAnimationFrame)
    }
  }
  const shown = () => document.querySelector('main')?.firstElementChild ?? null
  const messages = [...document.querySelectorAll<HTMLButtonElement>('[aria-label="Close the message"]')]
  for (const message of messages) message.click()
  for (const next of addresses) {
    const former = shown()
    history.pushState(null, '', next)
    await until(() => shown() !== null && shown() !== former)
  }
  await until(() => messages.every((message) => !message.isConnected))
}
