import { test as base, expect, type Page } from '@playwright/test'
import { CustomersPage } from './customers-page.ts'
import { Palette } from './palette-page.ts'
import { Records } from './records.ts'
import { SignInPage } from './sign-in-page.ts'

interface Fixtures {
  palette: Palette
  customers: CustomersPage
  signIn: SignInPage
  /** Demo records, read through the page's own session. */
  records: Records
  /** Page errors the test provokes on purpose. */
  expectedErrors: RegExp[]
}

/** The test fixture with this console's pages. Uncaught errors and CSP violations fail any test. */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  page: async ({ page, expectedErrors }, provide) => {
    const errors = watchErrors(page)
    await page.addInitScript(reportViolations)
    await provide(page)
    expect(errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)))).toEqual([])
  },
  palette: async ({ page }, provide) => provide(new Palette(page)),
  customers: async ({ page }, provide) => provide(new CustomersPage(page)),
  signIn: async ({ page }, provide) => provide(new SignInPage(page)),
  records: async ({ page }, provide) => provide(new Records(page.request)),
})

/** Runs in the page: violations that code has caught, such as a blocked eval, reach the console only this way. */
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
