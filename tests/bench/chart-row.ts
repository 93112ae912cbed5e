import type { Browser } from '@playwright/test'
import { openVisit } from './browser.ts'
import { milliseconds, Samples } from './measure.ts'
import type { Row } from './report.ts'
import type { RunningServer } from './server.ts'

const days = 730
const budget = 50

/** Draws two years of revenue in four lines. Timed from the key press that returns to the chart until its frame is painted. */
export async function chartRow(browser: Browser, server: RunningServer, runs: number): Promise<Row> {
  const context = await openVisit(browser, server)
  try {
    const page = await context.newPage()
    const to = Math.floor(Date.now() / 1000)
    await page.goto(`/general?from=${to - days * 86_400}&to=${to}`)
    await page.locator('.uplot canvas').waitFor()
    const toggle = page.getByRole('button', { name: 'Table' })
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      await toggle.press('Enter')
      await page.getByRole('table', { name: 'Revenue by day' }).waitFor()
      await page.evaluate(() => window.pageClock.arm('Enter', () => document.querySelector('.uplot canvas') !== null))
      await toggle.press('Enter')
      times.push(await page.evaluate(() => window.pageClock.result()))
    }
    const samples = new Samples(times)
    return {
      what: 'chart of a two-year daily series painted',
      budget: `≤ ${budget} ms`,
      measured: `median ${milliseconds(samples.median)}, p95 ${milliseconds(samples.p95)}`,
      isMet: samples.median <= budget,
      note: `${samples.count} times the revenue of ${days + 1} days in four lines, from the key that brings the chart back in place of its table to its painted frame, taking the table of as many rows away included.`,
    }
  } finally {
    await context.close()
  }
}
