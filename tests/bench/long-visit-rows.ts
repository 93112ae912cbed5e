import type { Browser, CDPSession, Page } from '@playwright/test'
import { openList, openPalette, openVisit } from './browser.ts'
import { Samples } from './measure.ts'
import type { Row } from './report.ts'
import type { RunningServer } from './server.ts'

const maxElements = 30
const lists = ['customers', 'qrs', 'payments', 'invoices'] as const

/** The number of elements that the browser keeps per row of a list. */
export async function rowElementsRow(browser: Browser, server: RunningServer): Promise<Row> {
  const context = await openVisit(browser, server)
  try {
    const page = await context.newPage()
    const counts: { list: string; count: number }[] = []
    for (const list of lists) {
      await page.goto(`/${list}`)
      await page.locator('main tbody a').first().waitFor()
      const rows = await page.locator('main tbody tr').evaluateAll((all) => all.map((row) => 1 + row.querySelectorAll('*').length))
      counts.push({ list, count: new Samples(rows).quantile(1) })
    }
    return {
      what: 'elements of a list row',
      budget: `≤ ${maxElements}`,
      measured: counts.map(({ list, count }) => `${list} ${count}`).join(', '),
      isMet: counts.every(({ count }) => count <= maxElements),
      note: 'the row itself and all within, of the row with the most on the first page.',
    }
  } finally {
    await context.close()
  }
}

const maxGrowth = 1.1

/** Opens lists, records and palettes in turn, as in hours of work. Measures memory after a warm-up and at the end. */
export async function heapRow(
  browser: Browser,
  server: RunningServer,
  people: readonly { id: number; email: string }[],
  rounds: number,
): Promise<Row> {
  const context = await openVisit(browser, server)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await openList(page)
    const warmUp = Math.ceil(rounds / 2)
    for (let round = 0; round < warmUp; round++) await lookUp(page, people[round % people.length])
    const before = await heapOf(session)
    for (let round = 0; round < rounds; round++) await lookUp(page, people[round % people.length])
    const after = await heapOf(session)
    return {
      what: `heap after ${rounds} lists, records and palettes`,
      budget: `≤ ${maxGrowth}× of before`,
      measured: `${(after / 1e6).toFixed(1)} MB of ${(before / 1e6).toFixed(1)}`,
      isMet: after <= before * maxGrowth,
      note: `after ${warmUp} to warm up, as the browser compiles more of the code the more it is used. Each opens the palette, finds a customer, opens the page and goes back to the list; what is garbage is collected before the heap is read.`,
    }
  } finally {
    await context.close()
  }
}

async function lookUp(page: Page, person: { id: number; email: string } | undefined): Promise<void> {
  if (person === undefined) throw new Error('there is nobody to look up')
  await openPalette(page)
  await page.keyboard.insertText(person.email)
  await page.keyboard.press('Enter')
  // The list may show the e-mail too.
  await page.waitForURL(`**/customers/${person.id}`)
  await page.getByRole('main').getByText(person.email).first().waitFor()
  await page.goBack()
  await page.locator('main tbody a').first().waitFor()
}

/** Bytes in use after a full garbage collection. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}
