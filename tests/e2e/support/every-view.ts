import type { Page } from '@playwright/test'

/** Every view of the router, with the demo's records that have most to show. */
export const everyView = [
  '/general',
  '/analysis',
  '/customers',
  '/customers/1',
  '/customers/1?tab=payments',
  '/customers/1?tab=invoices',
  '/customers/1?tab=qrs',
  '/customers/1?show=email',
  '/customers/notes',
  '/customers/feedback',
  '/customers/domains',
  '/customers/referred',
  '/payments',
  '/invoices',
  '/sales',
  '/qrs',
  '/qrs/archived?uri=a',
  '/qrs/risk',
  '/qrs/uri',
  '/qrs/stats',
  '/qrs/infected',
  '/qrs/media/1',
  '/users',
  '/users/create',
  '/users/1',
  '/audit',
  '/audit/views',
  '/integrations',
  '/playbooks',
  '/settings/words',
  '/policies',
  '/approvals',
  '/settings/words?new=word',
  '/account',
  '/api-calls',
  '/api-calls/1',
  '/security/domain-blacklist',
  '/security/domain-whitelist',
  '/security/webrisk',
  '/security/webrisk-logs',
  '/security/abuse',
] as const

/** Those that a phone lays out in a way of their own; the other lists are as that of customers. */
export const phoneViews = [
  '/general',
  '/analysis',
  '/customers',
  '/customers/1',
  '/customers/1?tab=payments',
  '/customers/1?show=email',
  '/sales',
  '/qrs/media/1',
  '/users/1',
  '/account',
  '/integrations',
  '/playbooks',
  '/settings/words?new=word',
  '/api-calls/1',
  '/security/domain-blacklist',
] as const satisfies readonly (typeof everyView)[number][]

/** Opens an address and waits until everything it asks for has come and is drawn. */
export async function openAtRest(page: Page, path: string): Promise<void> {
  let open = 0
  let isWaiting = () => {}
  const begin = () => {
    open += 1
  }
  const end = () => {
    open -= 1
    if (open === 0) isWaiting()
  }
  page.on('request', begin)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  await page.goto(path)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  // What came may ask for more in the next frame.
  for (let calm = 0; calm < 2; calm += 1) {
    if (open > 0) {
      await new Promise<void>((resolve) => {
        isWaiting = resolve
      })
      calm = -1
    }
    await page.evaluate(() => document.fonts.ready.then(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))))
  }
  page.off('request', begin)
  page.off('requestfinished', end)
  page.off('requestfailed', end)
}

/** Columns that leave this many pixels empty in every row have room to give. */
const muchRoom = 80

/** Of a list: where the page should end, where its head and the table do, and the columns that are cut while others have room. */
export const tableFaults = (page: Page) =>
  page.evaluate((muchRoom) => {
    const table = document.querySelector('main [role=table][aria-label]')
    const top = document.querySelector('main h1')?.parentElement
    const frame = table?.parentElement
    const main = document.querySelector('main')
    if (!table || !top || !frame || !main) return null
    const range = document.createRange()
    const inner = (cell: Element) =>
      [cell, ...cell.querySelectorAll('*')].filter((one) => one.clientWidth > 8 && getComputedStyle(one).overflowX !== 'visible')
    const columns = [...table.querySelectorAll('thead th')].map((head, at) => {
      const cells = [...table.querySelectorAll('tbody tr')].flatMap((row) => row.children[at] ?? [])
      const used = cells.map((cell) => {
        range.selectNodeContents(cell)
        return range.getBoundingClientRect().width
      })
      return {
        heading: head.textContent?.trim() ?? '',
        isCut: cells.some((cell) => inner(cell).some((one) => one.scrollWidth > one.clientWidth + 1)),
        room: head.clientWidth - Math.max(0, ...used),
      }
    })
    const roomy = columns.filter(({ room, heading }) => room > muchRoom && heading !== 'Actions').map(({ heading }) => heading)
    return {
      pageEnd: Math.round(main.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(main).paddingRight)),
      edges: [top, frame].map((one) => Math.round(one.getBoundingClientRect().right)),
      cutBesideRoom:
        roomy.length === 0 ? [] : columns.filter(({ isCut }) => isCut).map(({ heading }) => `${heading}, while ${roomy.join()} has room`),
    }
  }, muchRoom)
