import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { knownCustomers } from '../../demo/data/known.ts'
import { paginate } from '../../src/contract/list.ts'
import { approval } from '../commands/samples.ts'
import { signedInAs } from './support/accounts.ts'
import { invoicesOfLastMonth } from './support/last-month.ts'
import { StaffApi } from './support/staff-api.ts'
import { expect, test } from './support/test.ts'
import { visit, visitBlank } from './support/visit.ts'

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
  invoices: invoicesOfLastMonth,
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
  words: '/settings/words',
  audit: '/audit',
  views: '/audit/views',
  approvals: '/approvals?state=any',
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

test('the address table covers every list', () => {
  expect(Object.keys(lists).sort()).toEqual(declared().sort())
})

test.use({ storageState: signedInAs('full') })

/** In pixels: the narrowest column that holds words, and window widths from laptop to tablet. */
const minColumnWidth = 52
const windows = [1366, 1280, 1024, 768] as const

/** Runs in the page: what of the list does not fit the window once that is drawn. Writes eight-digit ids into the first row. */
async function measure() {
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
  const row = document.querySelector('main table tbody tr:not([aria-hidden])')
  const headsOfRow = [...(row?.closest('table')?.querySelectorAll('thead th') ?? [])]
  const cutIds = headsOfRow.flatMap((head, column) => {
    const cell = row?.children[column]
    if (!cell || !/^(QR )?id$/i.test(head.textContent.trim())) return []
    let leaf: Element = cell
    while (leaf.firstElementChild) leaf = leaf.firstElementChild
    leaf.textContent = '88888888'
    return [cell, leaf].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth) ? [head.textContent] : []
  })
  const heads = [...document.querySelectorAll('main table thead th')]
  const widths = heads.filter((head) => /\w/.test(head.textContent)).map((head) => head.getBoundingClientRect().width)
  const state = row?.querySelector('[data-phone="state"]')?.getBoundingClientRect()
  const buttons = row?.querySelector('[data-phone="actions"]')?.getBoundingClientRect()
  const isStateSeen = !state || !buttons || state.right <= buttons.left + 1
  return { sideways: document.documentElement.scrollWidth - document.body.clientWidth, narrowest: Math.min(...widths), cutIds, isStateSeen }
}

test(`rows have at most ${most} elements in every list, and columns stay readable down to tablet width`, async ({ page, baseURL }) => {
  test.setTimeout(180_000)
  const staff = new StaffApi(page.request, baseURL ?? '')
  const { id: word } = (await staff.do({ method: 'POST', path: '/words', body: { word: 'devolver', meaning: 'refund' } })) as { id: number }
  // The demo has no policies, and so no requests.
  const requests = { rows: [approval], pagination: paginate({ page: 1, perPage: 50 }, 1) }
  await page.route(/\/api\/admin\/approvals\?/, (route) => route.fulfill({ json: requests }))
  for (const [id, address] of Object.entries(lists))
    await test.step(id, async () => {
      const { pathname, searchParams } = new URL(address, 'http://console')
      if (!id.startsWith('stats.')) searchParams.set('perPage', '50')
      await visit(page, `${pathname}?${searchParams}`)
      const rows = page.getByRole('main').locator('table tbody tr:not([aria-hidden])')
      await expect(rows.first()).toBeVisible()
      const counts = await rows.evaluateAll((all) => all.map((row) => row.querySelectorAll('*').length))
      expect.soft(Math.max(...counts), `of ${counts.length} rows of ${id}`).toBeLessThanOrEqual(most)
      for (const width of windows) {
        await page.setViewportSize({ width, height: 840 })
        const { sideways, narrowest, cutIds, isStateSeen } = await page.evaluate(measure)
        const where = `${id} at ${width}`
        expect.soft(sideways, `pixels that the page scrolls sideways, ${where}`).toBe(0)
        expect.soft(narrowest, `the narrowest column, ${where}`).toBeGreaterThanOrEqual(minColumnWidth)
        expect.soft(isStateSeen, `whether the state is beside the buttons or before them, ${where}`).toBe(true)
        expect.soft(cutIds, `columns that cut off an id of eight digits, ${where}`).toEqual([])
      }
      // Back to the widest where nothing has to be laid out.
      await visitBlank(page)
      await page.setViewportSize({ width: windows[0], height: 840 })
    })
  await staff.do({ method: 'DELETE', path: `/words/${word}` })
})
