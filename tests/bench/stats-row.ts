import { addDays, dayOf, startOfDay } from '../../src/contract/dates.ts'
import { Client } from './calls.ts'
import { milliseconds, ratio, timed } from './measure.ts'
import type { Row } from './report.ts'
import type { RunningServer } from './server.ts'

/** Median milliseconds to read two years on one database. */
export interface StatsReads {
  general: number
  revenue: number
}

export async function statsReads(server: RunningServer, runs: number): Promise<StatsReads> {
  const now = Math.floor(Date.now() / 1000)
  const range = `?from=${startOfDay(addDays(dayOf(now), -730))}&to=${now}`
  const client = new Client(server)
  try {
    const general = await timed(runs, () => client.get(`/stats/general-stats${range}`))
    const revenue = await timed(runs, () => client.get(`/stats/daily-revenue${range}`))
    return { general: general.median, revenue: revenue.median }
  } finally {
    client.close()
  }
}

const most = 50

/** Two years of statistics. They read daily rows, never single events. */
export function statsRow(customers: { small: number; large: number }, small: StatsReads, large: StatsReads): Row {
  const change = (name: keyof StatsReads) => `${milliseconds(small[name])} → ${milliseconds(large[name])}`
  return {
    what: `dashboard over two years, ${customers.small} → ${customers.large} customers`,
    budget: `≤ ${most} ms`,
    measured: `general ${change('general')} (${ratio(large.general / small.general)}), revenue ${change('revenue')} (${ratio(large.revenue / small.revenue)})`,
    isMet: large.general <= most && large.revenue <= most,
    note:
      'medians of `/stats/general-stats` and `/stats/daily-revenue` through the API. They read one row for each day, and ' +
      'advertising costs by day and country.',
  }
}
