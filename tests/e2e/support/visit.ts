import type { Page } from '@playwright/test'

/** A view that is empty until somebody searches, whatever the role. */
const blank = '/qrs/archived'

/**
 * Opens an address. The first call loads the console; later calls navigate inside it, which takes a tenth of the time. For tests
 * that are not about loading. Nothing of the previous page stays on screen, not even messages. Fetched data is reused for
 * fifteen seconds, as for any user.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const isBlank = (url: string) => new URL(url, 'http://console').pathname === blank
  if (!page.url().startsWith('http') || isBlank(address)) await page.goto(address)
  // Goes through the blank view, because a list stays on screen until the next one has loaded.
  else await page.evaluate(moveTo, isBlank(page.url()) ? [address] : [blank, address])
}

/** Leaves the current view for the blank one. */
export async function visitBlank(page: Page): Promise<void> {
  if (new URL(page.url()).pathname !== blank) await page.evaluate(moveTo, [blank])
}

/** Runs in the page. */
async function moveTo(addresses: readonly string[]): Promise<void> {
  const until = async (isSo: () => boolean) => {
    const start = performance.now()
    while (!isSo()) {
      if (performance.now() - start > 20_000) throw new Error(`${location.href} is not shown.`)
      await new Promise(requestAnimationFrame)
    }
  }
  const shown = () => document.querySelector('main')?.firstElementChild ?? null
  const messages = [...document.querySelectorAll<HTMLButtonElement>('[aria-label="Close message"]')]
  for (const message of messages) message.click()
  for (const next of addresses) {
    const former = shown()
    history.pushState(null, '', next)
    await until(() => shown() !== null && shown() !== former)
  }
  await until(() => messages.every((message) => !message.isConnected))
}
