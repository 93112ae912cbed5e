import { expect, type Page } from '@playwright/test'

/** Pastes from the clipboard by its key. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+V')
}

/** Presses the keys of a sequence one after the other: `g c`. */
export async function sequence(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
}

/**
 * Presses one physical key as a keyboard layout reports it that has other letters there: the text the person sees, and the
 * position of the key. Playwright's keyboard knows the US layout alone.
 */
export async function pressOnLayout(page: Page, key: string, code: string, modifiers: { ctrlKey?: boolean } = {}): Promise<void> {
  await page.evaluate(
    (pressed) => {
      const target = document.activeElement ?? document.body
      for (const type of ['keydown', 'keyup']) {
        target.dispatchEvent(
          new KeyboardEvent(type, {
            key: pressed.key,
            code: pressed.code,
            ctrlKey: pressed.ctrlKey ?? false,
            bubbles: true,
            cancelable: true,
          }),
        )
      }
    },
    { key, code, ...modifiers },
  )
}

/**
 * Opens a new tab by an action and answers the path it went to. Asked of the tab's address alone: of a tab without opener,
 * Playwright sometimes waits for a first navigation that is long over.
 */
export async function tabOpenedBy(page: Page, open: () => Promise<void>): Promise<string> {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), open()])
  await expect.poll(() => opened.url()).toMatch(/^http/)
  const { pathname, search } = new URL(opened.url())
  await opened.close()
  return pathname + search
}
