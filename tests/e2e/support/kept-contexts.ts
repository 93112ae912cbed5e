import type { Browser, BrowserContext, Cookie, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { visitBlank } from './visit.ts'

/** So many are kept: most files need one alone. */
const most = 3

interface Kept {
  context: BrowserContext
  /** Holds the renderer between tests, with the compiled code of the console in it, and clears what was stored. */
  holder: Page
  /** In which the next test of the file goes on with the console that is loaded. */
  page: Page | null
  pageOf: string | null
}

/** What a test leaves open is closed with its page. */
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
 * Browser contexts of one worker that go from test to test with all that they have fetched and compiled, which is half of a
 * page's load. Each test has pages of its own, unless it goes on in the one before; cookies, storage and routes are as new.
 */
export class KeptContexts {
  private readonly kept = new Map<string, Kept>()
  private taken: Kept | null = null

  constructor(private readonly browser: Browser) {}

  /**
   * A context with the options of the test that runs, of which the key has all that differ between tests.
   * @param pageOf the file whose tests go on in one page; null for a test with pages of its own. Other kept pages are closed
   */
  async take(key: string, origin: string, storageState: unknown, pageOf: string | null): Promise<BrowserContext> {
    const found = this.kept.get(key) ?? (await this.create(origin))
    for (const one of this.kept.values()) if (one.page !== null && !(one === found && one.pageOf === pageOf)) await closePage(one)
    // The one used last comes last.
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

  /** The page in which the test before ended, or a new one for the next test too. */
  async keptPage(): Promise<Page> {
    if (this.taken === null) throw new Error('A test with a context of its own has no kept page.')
    return (this.taken.page ??= await this.taken.context.newPage())
  }

  private async create(origin: string): Promise<Kept> {
    const context = await this.browser.newContext()
    const holder = await context.newPage()
    // Of the console's origin, without its code.
    await holder.goto(`${origin}/favicon.svg`)
    return { context, holder, page: null, pageOf: null }
  }

  /** Leaves nothing of the test behind. */
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

/** With the page, its session and what it stored are gone. */
async function closePage(kept: Kept): Promise<void> {
  await kept.page?.close()
  kept.page = null
  await kept.holder.evaluate(() => localStorage.clear())
  await kept.context.clearCookies()
}

/** Leaves the page for the next test with nothing but the console's frame. Answers false if it cannot go on there. */
async function isLeftClean(page: Page): Promise<boolean> {
  if (page.isClosed() || !page.url().startsWith('http') || (await page.locator(above).count()) > 0) return false
  for (const event of eventsOfTests) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await visitBlank(page)
  return true
}

function cookiesOf(storageState: unknown): Cookie[] {
  const state: unknown = typeof storageState === 'string' ? JSON.parse(readFileSync(storageState, 'utf8')) : storageState
  return (state as { cookies: Cookie[] } | undefined)?.cookies ?? []
}
