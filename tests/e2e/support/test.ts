import { test as base, expect, type Page } from '@playwright/test'
import { CustomersPage } from './customers-page.ts'
import { KeptContexts } from './kept-contexts.ts'
import { Palette } from './palette-page.ts'
import { Records } from './records.ts'
import { SignInPage } from './sign-in-page.ts'

interface Fixtures {
  /** Whether the test gets its own browser context with an empty cache: for fake clocks, and for code that fails to load. */
  ownContext: boolean
  /**
   * Whether the test continues in the page of the previous test in its file, with the console loaded. For tests that open pages with
   * `visit` and do not test loading. The page is empty, but the console still has what it fetched in the last fifteen seconds and
   * remembers the current row of each list.
   */
  samePage: boolean
  palette: Palette
  customers: CustomersPage
  signIn: SignInPage
  /** Demo records, read through the page's own session. */
  records: Records
  /** Page errors the test provokes on purpose. */
  expectedErrors: RegExp[]
}

/** The test with this console's pages. An uncaught error or a violation of the content security policy fails any test. */
export const test = base.extend<Fixtures, { keptContexts: KeptContexts }>({
  browser: [
    async ({ playwright, launchOptions }, provide) => {
      const start = () => playwright.chromium.launch(launchOptions)
      // Rarely, Chromium crashes while starting, before there is a page.
      const browser = await start().catch(start)
      await provide(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  ownContext: [false, { option: true }],
  samePage: [false, { option: true }],
  keptContexts: [
    async ({ browser }, provide) => {
      const kept = new KeptContexts(browser)
      await provide(kept)
      await kept.close()
    },
    { scope: 'worker' },
  ],
  context: async (
    { browser, keptContexts, ownContext, samePage, baseURL, storageState, viewport, colorScheme, reducedMotion, hasTouch, isMobile },
    provide,
    testInfo,
  ) => {
    if (ownContext) {
      const context = await browser.newContext()
      await provide(context)
      return context.close()
    }
    const key = JSON.stringify([baseURL, storageState, viewport, colorScheme, reducedMotion, hasTouch, isMobile])
    await provide(await keptContexts.take(key, baseURL ?? '', storageState, samePage ? testInfo.file : null))
    await keptContexts.giveBack()
  },
  expectedErrors: [[], { option: true }],
  page: async ({ context, keptContexts, ownContext, samePage, viewport, expectedErrors }, provide) => {
    const page = samePage && !ownContext ? await keptContexts.keptPage() : await context.newPage()
    // The previous test may have made it narrower.
    if (samePage && viewport) await page.setViewportSize(viewport)
    const errors = watchErrors(page)
    if (page.url() === 'about:blank') await page.addInitScript(reportViolations)
    await provide(page)
    expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([])
  },
  palette: async ({ page }, provide) => provide(new Palette(page)),
  customers: async ({ page, samePage }, provide) => provide(new CustomersPage(page, samePage)),
  signIn: async ({ page }, provide) => provide(new SignInPage(page)),
  records: async ({ page }, provide) => provide(new Records(page.request)),
})

/** Runs in the page: violations that code catches, such as a blocked eval, are visible only through this event. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
    console.error(`Content Security Policy was violated: ${effectiveDirective} ${blockedURI} (${sourceFile}:${lineNumber})`)
  })
}

function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Maximum update depth|not wrapped in act|same key/.test(message.text()))
      errors.push(message.text())
  })
  return errors
}

export { expect }
