import type { Page } from '@playwright/test'

/** Adds up what moves by itself on the page. Colleagues who come and go take a place in the header, so nobody is heard of. */
export async function watchShifts(page: Page): Promise<void> {
  await page.route(/\/api\/admin\/live/, (route) => route.abort())
  await page.addInitScript(() => {
    const shifts = { total: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.total += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
/** What moved so far, as a share of the window. */
export const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total)
