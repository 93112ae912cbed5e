import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Cookie, Page } from '@playwright/test'
import { visitBlank } from './visit.ts'

/** The maximum number of kept contexts. Most files need only one. */
const most = 3

interface Kept {
  context: BrowserContext
  /** Keeps the renderer and its compiled console code alive between tests, and clears the storage. */
  holder: Page
  /** The loaded console page in which the file's next test continues. */
  page: Page | null
  pageOf: string | null
}

/** Tests may leave these open. */
const above = '[role=dialog], [role=alertdialog], [role=menu]'
const eventsOfTests = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'pageerror',
  'popup',
  'request',
  'requestfinished',
  'response',
] as const

/**
 * Browser contexts that a worker reuses from test to test. Fetched and compiled code survives, which saves half of a page's load
 * time. Each test gets its own pages unless it continues in the previous test's page. Cookies, storage and routes start fresh.
 */
export class KeptContexts {
  private readonly kept = new Map<string, Kept>()
  private taken: Kept | null = null

  constructor(private readonly browser: Browser) {}

  /**
   * A context for the current test.
   * @param key identifies all options that may differ between tests
   * @param pageOf the file whose tests share one page; null for a test with its own pages. Other kept pages are closed
   */
  async take(key: string, origin: string, storageState: unknown, pageOf: string | null): Promise<BrowserContext> {
    const found = this.kept.get(key) ?? (await this.create(origin))
    for (const one of this.kept.values()) if (one.page !== null && !(one === found && one.pageOf === pageOf)) await closePage(one)
    // Most recently used last.
    this.kept.delete(key)
    this.kept.set(key, found)
    for (const [old, { context }] of [...this.kept].slice(0, -most)) {
      this.kept.delete(old)
      await context.close()
    }
    await found.context.addCookies(cookiesOf(storageState))
    found.pageOf = pageOf
    this.taken = found
    return found.context
  }

  /** The page in which the previous test ended, or a new one, which the next test reuses. */
  async keptPage(): Promise<Page> {
    if (this.taken === null) throw new Error('A test with a context of its own has no kept page.')
    return (this.taken.page ??= await this.taken.context.newPage())
  }

  private async create(origin: string): Promise<Kept> {
    const context = await this.browser.newContext()
    const holder = await context.newPage()
    // A page on the console's origin that does not load its code.
    await holder.goto(`${origin}/favicon.svg`)
    return { context, holder, page: null, pageOf: null }
  }

  /** Removes everything that the test left behind. */
  async giveBack(): Promise<void> {
    if (this.taken === null) return
    const taken = this.taken
    this.taken = null
    const { context, holder } = taken
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await Promise.all(context.pages().flatMap((page) => (page === holder || page === taken.page ? [] : [page.close()])))
    await context.setOffline(false)
    if (taken.page === null || !(await isLeftClean(taken.page))) await closePage(taken)
  }

  async close(): Promise<void> {
    for (const { context } of this.kept.values()) await context.close()
  }
}

/** Closes the page and clears its session and storage. */
async function closePage(kept: Kept): Promise<void> {
  await kept.page?.close()
  kept.page = null
  await kept.holder.evaluate(() => localStorage.clear())
  await kept.context.clearCookies()
}

/** Resets the page for the next test, to nothing but the console's frame. Returns false if the page cannot be reused. */
async function isLeftClean(page: Page): Promise<boolean> {
  if (page.isClosed() || !page.url().startsWith('http') || !(await isAllClosed(page))) return false
  for (const event of eventsOfTests) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await visitBlank(page)
  return true
}

/** Closes menus and dialogs one by one, as a person would. Returns false if one stays, for example to ask about unsaved changes. */
async function isAllClosed(page: Page): Promise<boolean> {
  const count = () => page.locator(above).count()
  for (let open = await count(); open > 0; open = await count()) {
    await page.keyboard.press('Escape')
    const isFewer = await page
      .waitForFunction(({ above, open }) => document.querySelectorAll(above).length < open, { above, open }, { timeout: 500 })
      .catch(() => null)
    if (isFewer === null) return false
  }
  return true
}

function cookiesOf(storageState: unknown): Cookie[] {
  const state: unknown = typeof storageState === 'string' ? JSON.parse(readFileSync(storageState, 'utf8')) : storageState
  return (state as { cookies: Cookie[] } | undefined)?.cookies ?? []
}
