import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { openPalette, openVisit } from './browser.ts'
import { kilobytes } from './measure.ts'
import type { Row } from './report.ts'
import type { RunningServer } from './server.ts'

const dist = path.resolve(import.meta.dirname, '../../dist')

/** The size of a built file as it travels: gzip, at the usual level. */
const sizeOf = (file: string) => gzipSync(readFileSync(path.join(dist, file))).length
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + sizeOf(file), 0)

/** Which built files a page asks for, from the moment it is watched. */
class Fetched {
  private readonly files = new Set<string>()

  constructor(page: Page) {
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\.(js|css)$/.test(pathname)) this.files.add(pathname)
    })
  }

  /** What was asked for so far. */
  now(ending: '.js' | '.css'): Set<string> {
    return new Set([...this.files].filter((file) => file.endsWith(ending)))
  }
}

const without = (files: ReadonlySet<string>, known: ReadonlySet<string>) => new Set([...files].filter((file) => !known.has(file)))

/**
 * What each step makes the browser fetch, taken from its requests and weighed in `dist`. Code that is fetched ahead on idle counts
 * where it is first used, not where it is fetched.
 */
export async function sizeRows(browser: Browser, server: RunningServer): Promise<Row[]> {
  const signIn = await signInSizes(browser, server)
  const context = await openVisit(browser, server)
  try {
    const page = await context.newPage()
    const fetched = new Fetched(page)
    let shell: Set<string> | null = null
    await page.exposeFunction('firstRow', () => {
      shell ??= fetched.now('.js')
    })
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('main tbody a')) return
        observer.disconnect()
        void (window as unknown as { firstRow: () => Promise<void> }).firstRow()
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/customers')
    await page.locator('main tbody a').first().waitFor()
    const first = shell ?? fetched.now('.js')
    await openPalette(page)
    await page.waitForLoadState('networkidle')
    const palette = without(fetched.now('.js'), first)
    await page.keyboard.press('Escape')

    const views = await furtherViews(browser, server, new Set([...first, ...palette]))
    const heaviest = views.reduce((worst, view) => (view.size > worst.size ? view : worst))
    const css = sum(fetched.now('.css'))
    return [
      sizeRow('sign-in', 130_000, signIn, 'everything that the login screen fetches before it can be used'),
      sizeRow(
        'shell with first list',
        200_000,
        sum(first),
        'everything fetched from an empty cache until the first row of the customers list stands',
      ),
      sizeRow('palette, loaded on idle', 30_000, sum(palette), 'what the first opening of the palette needs beyond that'),
      sizeRow(
        'any further view',
        40_000,
        heaviest.size,
        `the heaviest beyond shell and palette: ${views.map((view) => `${view.path} ${kilobytes(view.size)}`).join(', ')}`,
      ),
      sizeRow('CSS', 45_000, css, 'all style sheets after list and palette have shown'),
    ]
  } finally {
    await context.close()
  }
}

async function signInSizes(browser: Browser, server: RunningServer): Promise<number> {
  const context = await openVisit(browser, server)
  try {
    await context.clearCookies()
    const page = await context.newPage()
    const fetched = new Fetched(page)
    await page.goto('/login')
    await page.locator('input').first().waitFor()
    return sum(fetched.now('.js'))
  } finally {
    await context.close()
  }
}

/** What each other view brings beyond what is there already. Each is opened on its own, so that none profits from another. */
async function furtherViews(
  browser: Browser,
  server: RunningServer,
  known: ReadonlySet<string>,
): Promise<{ path: string; size: number }[]> {
  const views: { path: string; size: number }[] = []
  for (const view of ['/customers/1', '/qrs', '/invoices']) {
    const context = await openVisit(browser, server)
    const page = await context.newPage()
    const fetched = new Fetched(page)
    await page.goto(view)
    await page.locator('main h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    views.push({ path: view, size: sum(without(fetched.now('.js'), known)) })
    await context.close()
  }
  return views
}

function sizeRow(what: string, budget: number, size: number, note: string): Row {
  return {
    what: `console, gzip: ${what}`,
    budget: `≤ ${budget / 1000} kB`,
    measured: kilobytes(size),
    isMet: size <= budget,
    note: `${note}.`,
  }
}
