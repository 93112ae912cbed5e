import type { Page } from '@playwright/test'

/** Adds up the layout shifts that no user input caused. Live updates are blocked, because colleagues who come and go change the header. */
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

/** The total shift so far, as a share of the window. */
export const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total)
