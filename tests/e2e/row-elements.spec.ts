import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { knownCustomers } from '../../server/demo/known.ts'
import { signedInAs } from './support/accounts.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const most = 30
const { ana } = knownCustomers

/** The address of each list, by its declared id. */
const lists: Record<string, string> = {
  customers: '/customers',
  'customer-domains': '/customers/domains',
  notes: '/customers/notes',
  feedback: '/customers/feedback',
  referred: '/customers/referred',
  payments: '/payments',
  'payments.${customerId}': `/customers/${ana.id}?tab=payments`,
  invoices: '/invoices',
  'invoices.${customerId}': `/customers/${ana.id}?tab=invoices`,
  qrs: '/qrs',
  'qrs.${customerId}': `/customers/${ana.id}?tab=qrs`,
  'qrs.risk': '/qrs/risk',
  'qrs.infected': '/qrs/infected',
  'qrs.archived': '/qrs/archived?uri=b',
  'qrs.stats': '/qrs/stats',
  'qrs.uri': '/qrs/uri',
  'stats.countries': '/general',
  'stats.analysis': '/analysis?period=lm',
  users: '/users',
  audit: '/audit',
  'api-calls': '/api-calls',
  webrisk: '/security/webrisk?status=any',
  'webrisk-logs': '/security/webrisk-logs',
  abuse: '/security/abuse?status=any',
  'domains.${list}': '/security/domain-blacklist',
}

/** The ids of all lists that the console declares. */
function declared(): string[] {
  const root = path.join(import.meta.dirname, '../../src')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(/= *>?\s*(?:defineList|listPage)\(\{\s*id: ['`]([^'`]+)['`]/g),
    ])
    .map(([, id = '']) => id)
}

test('the table names every list', () => {
  expect(Object.keys(lists).sort()).toEqual(declared().sort())
})

test.use({ storageState: signedInAs('full'), samePage: true })

/** In pixels: the narrowest column that holds words, and window widths from laptop to tablet. */
const leastColumn = 52
const windows = [1366, 1280, 1024, 768]

/** Runs in the page: the columns in which eight-digit ids are cut off. Writes such ids into the row. */
function cutIds(row: Element): string[] {
  const heads = [...(row.closest('table')?.querySelectorAll('thead th') ?? [])]
  return heads.flatMap((head, column) => {
    const cell = row.children[column]
    if (!cell || !/^(QR )?id$/i.test(head.textContent.trim())) return []
    let leaf: Element = cell
    while (leaf.firstElementChild) leaf = leaf.firstElementChild
    leaf.textContent = '88888888'
    return [cell, leaf].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth) ? [head.textContent] : []
  })
}

for (const [id, address] of Object.entries(lists)) {
  test(`a row of ${id} has at most ${most} elements, and columns that can be read down to a tablet`, async ({ page }) => {
    const { pathname, searchParams } = new URL(address, 'http://console')
    if (!id.startsWith('stats.')) searchParams.set('perPage', '50')
    await visit(page, `${pathname}?${searchParams}`)
    const rows = page.getByRole('main').locator('table tbody tr:not([aria-hidden])')
    await expect(rows.first()).toBeVisible()
    const counts = await rows.evaluateAll((all) => all.map((row) => row.querySelectorAll('*').length))
    expect(Math.max(...counts), `of ${counts.length} rows`).toBeLessThanOrEqual(most)
    for (const width of windows) {
      await page.setViewportSize({ width, height: 840 })
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(sideways, `pixels that the page scrolls sideways at ${width}`).toBe(0)
      const heads = page.getByRole('main').locator('table thead th').filter({ hasText: /\w/ })
      const widths = await heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().width))
      expect(Math.min(...widths), `narrowest of ${widths.length} columns at ${width}`).toBeGreaterThanOrEqual(leastColumn)
      expect(await rows.first().evaluate(cutIds), `an id of eight digits at ${width}`).toEqual([])
    }
  })
}
