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
  if (!page.url().startsWith('http') || isBlank(page.url()) || isBlank(address)) await page.goto(address)
  else await page.evaluate(moveTo, { blank, address })
}

/** In the page. By way of one that is blank, since lists stay on screen until the next one is there. */
async function moveTo({ blank, address }: { blank: string; address: string }): Promise<void> {
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise(requestAnimationFrame)
  }
  const shown = () => document.querySelector('main')?.firstElementChild ?? null
  const messages = [...document.querySelectorAll<HTMLButtonElement>('[aria-label="Close the message"]')]
  for (const message of messages) message.click()
  for (const next of [blank, address]) {
    const former = shown()
    history.pushState(null, '', next)
    await until(() => shown() !== null && shown() !== former)
  }
  await until(() => messages.every((message) => !message.isConnected))
}
