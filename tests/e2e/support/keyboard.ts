import { expect, type Page } from '@playwright/test'

/** Pastes from the clipboard with its key. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+V')
}

/**
 * Presses a key sequence such as `g c`. Characters go in one call, because the console forgets the first key after a second and a
 * busy machine may need that long between two calls.
 */
export async function sequence(page: Page, keys: string): Promise<void> {
  for (const [part] of keys.matchAll(/\S{2,}|\S(?: \S(?!\S))*/g)) {
    if (/^\S{2,}$/.test(part)) await page.keyboard.press(part)
    else await page.keyboard.type(part.replaceAll(' ', ''))
  }
}

/**
 * Opens a new tab and returns its path. This asks the browser itself, because on a busy machine Playwright's `page` event
 * sometimes misses a tab without an opener.
 */
export async function tabOpenedBy(page: Page, open: () => Promise<void>): Promise<string> {
  const browser = await page.context().browser()!.newBrowserCDPSession()
  const tabs = async () => (await browser.send('Target.getTargets')).targetInfos.filter(({ type }) => type === 'page')
  const before = new Set((await tabs()).map(({ targetId }) => targetId))
  const newTab = async () => (await tabs()).find(({ targetId }) => !before.has(targetId))
  await open()
  await expect.poll(async () => (await newTab())?.url).toMatch(/^http/)
  const { targetId, url } = (await newTab())!
  await browser.send('Target.closeTarget', { targetId })
  await browser.detach()
  const { pathname, search } = new URL(url)
  return pathname + search
}
