import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { openPalette, openVisit } from './browser.ts'
import { type Budget, budgets } from './budgets.ts'
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

/** Opens a page and answers the scripts it had asked for when `selector` first stood there: what is fetched ahead later does not count. */
async function scriptsUntil(page: Page, path: string, selector: string): Promise<{ scripts: Set<string>; fetched: Fetched }> {
  const fetched = new Fetched(page)
  let scripts: Set<string> | null = null
  await page.exposeFunction('firstShown', () => {
    scripts ??= fetched.now('.js')
  })
  await page.addInitScript((wanted) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(wanted)) return
      observer.disconnect()
      void (window as unknown as { firstShown: () => Promise<void> }).firstShown()
    }).observe(document, { childList: true, subtree: true })
  }, selector)
  await page.goto(path)
  await page.locator(selector).first().waitFor()
  return { scripts: scripts ?? fetched.now('.js'), fetched }
}

/** A built script and everything it imports before it runs. */
function closureOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const code = readFileSync(path.join(dist, file), 'utf8')
  for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) closureOf(`/assets/${imported}`, seen)
  return seen
}

/** What each step makes the browser fetch, taken from its requests and weighed in `dist`. */
export async function sizeRows(browser: Browser, server: RunningServer): Promise<Row[]> {
  const signIn = await inVisit(browser, server, async (page) => {
    await page.context().clearCookies()
    return (await scriptsUntil(page, '/login', 'input')).scripts
  })
  return inVisit(browser, server, async (page) => {
    const { scripts: first, fetched } = await scriptsUntil(page, '/customers', 'main tbody a')
    await openPalette(page)
    await page.waitForLoadState('networkidle')
    const later = without(fetched.now('.js'), first)
    const entry = [...later].find((file) => /\/palette-[\w-]+\.js$/.test(file))
    if (entry === undefined) throw new Error('opening the palette fetched no chunk of that name')
    // Both are fetched by themselves once the first list stands, whether or not the palette ever opens.
    const afterFirst = new Set([...later].filter((file) => /\/(commands|routes)-[\w-]+\.js$/.test(file)))
    const palette = without(without(closureOf(entry), first), afterFirst)

    const views: { path: string; size: number }[] = []
    const known = new Set([...first, ...afterFirst, ...palette])
    for (const view of ['/customers/1', '/qrs', '/invoices']) {
      const { scripts } = await inVisit(browser, server, (other) => scriptsUntil(other, view, 'main h1'))
      views.push({ path: view, size: sum(without(scripts, known)) })
    }
    const heaviest = views.reduce((worst, view) => (view.size > worst.size ? view : worst))
    return [
      sizeRow(budgets.signIn, sum(signIn), 'everything that the login screen fetches until it can be used'),
      sizeRow(budgets.firstList, sum(first), 'everything fetched from an empty cache until the first row of the customers list stands'),
      sizeRow(
        budgets.afterFirstList,
        sum(afterFirst),
        'the commands of records and what the router knows of the other views, fetched once the first list stands',
      ),
      sizeRow(
        budgets.palette,
        sum(palette),
        `the palette's chunk and what it imports beyond all that; all that is fetched ahead on idle, cheat sheet, confirmation and next views included, is ${kilobytes(sum(later))}`,
      ),
      sizeRow(
        budgets.view,
        heaviest.size,
        `the heaviest, beyond shell and palette, until its heading stands: ${views.map((view) => `${view.path} ${kilobytes(view.size)}`).join(', ')}`,
      ),
      sizeRow(budgets.css, sum(fetched.now('.css')), 'all style sheets after list and palette have shown'),
    ]
  })
}

async function inVisit<Result>(browser: Browser, server: RunningServer, measure: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await openVisit(browser, server)
  try {
    return await measure(await context.newPage())
  } finally {
    await context.close()
  }
}

function sizeRow({ what, budget }: Budget, size: number, note: string): Row {
  return {
    what: `console, gzip: ${what}`,
    budget: `≤ ${budget / 1000} kB`,
    measured: kilobytes(size),
    isMet: size <= budget,
    note: `${note}.`,
  }
}
