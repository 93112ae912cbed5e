import { adsCosts } from '../../server/db/schema/figures.ts'
import { businessDays } from './growth.ts'
import type { Load } from './load.ts'
import { places } from './places.ts'
import { Random } from './random.ts'

/** Advertising cost of a new customer and of a click, in EUR cents. */
const centsPerCustomer = 900
const centsPerClick = 48

/** Adds two years of ads costs in the larger countries, in proportion to arrivals. */
export async function addAdsCosts(load: Load): Promise<void> {
  const random = new Random('ads')
  const days = businessDays(load.now)
  const totalWeight = days.reduce((sum, { weight }) => sum + weight, 0)
  for (const { day, weight } of days.slice(-731)) {
    for (const { country, weight: share } of places) {
      if (share < 14) continue
      const cost = Math.round(load.customers * (weight / totalWeight) * (share / 1000) * centsPerCustomer * (0.6 + random.next() * 0.8))
      // Some days have clicks without cost or neither, so divisions by zero occur.
      const clicks = random.chance(0.02) ? 0 : Math.round((cost / centsPerClick) * (0.7 + random.next() * 0.6))
      await load.bulk.add(adsCosts, { day, country, cost, clicks })
    }
  }
}
