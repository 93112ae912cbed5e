import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sparticuz from '@sparticuz/chromium'
import { installPageClock } from './page-clock.ts'
import type { RunningServer } from './server.ts'

/** The same browser as in the end-to-end tests. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? (await sparticuz.executablePath())
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] })
}

/** A signed-in visit with an empty cache. */
export async function openVisit(browser: Browser, server: RunningServer, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  await context.addCookies([{ ...server.cookie, url: server.origin, httpOnly: true, sameSite: 'Strict' }])
  // tsx wraps functions in a helper that does not exist inside the page, so define it there.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named' })
  await context.addInitScript(installPageClock)
  context.setDefaultTimeout(20_000)
  return context
}

/** Opens the customers list and waits for its rows. */
export async function openList(page: Page): Promise<void> {
  await page.goto('/customers')
  await page.locator('main tbody a').first().waitFor()
}

/** Opens the palette with its shortcut and waits until its input has the focus. */
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('[role=dialog] [role=combobox]:focus').waitFor()
}
