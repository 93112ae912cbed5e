import type { Page } from '@playwright/test'

interface Shifts {
  total: number
  /** What moved: the beginning of each element's text, from where and to where. */
  parts: string[]
}

/** Blocks live updates: colleagues who come and go change the header. */
export async function blockLive(page: Page): Promise<void> {
  // Not by a route, with which Playwright would switch off the cache of files and compiled code.
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.setBlockedURLs', { urls: ['*/api/admin/live*'] })
}

/** Adds up the layout shifts that no user input caused, without live updates. */
export async function watchShifts(page: Page): Promise<void> {
  await blockLive(page)
  await page.addInitScript(() => {
    const shifts: Shifts = { total: 0, parts: [] }
    Object.assign(window, { shifts })
    const at = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
      })[]) {
        if (entry.hadRecentInput) continue
        shifts.total += entry.value
        for (const { node, previousRect, currentRect } of entry.sources)
          shifts.parts.push(`${node?.textContent?.slice(0, 40)}: ${at(previousRect)} → ${at(currentRect)}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const read = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)

/** The total shift so far, as a share of the window. */
export const shiftsOf = async (page: Page) => (await read(page)).total

/** What has moved so far. */
export const movedParts = async (page: Page) => (await read(page)).parts
