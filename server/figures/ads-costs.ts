import { sql } from 'drizzle-orm'
import type { Orm } from '../db/connect.ts'
import { adsCosts } from '../db/schema/figures.ts'
import type { AdsRow } from './ads-file.ts'

const rowsAtOnce = 5000

/**
 * Writes advertising costs, all or nothing; what is known of a day and country is replaced, so that a repetition changes nothing.
 * @returns how many days there are, and the sums: cost in EUR cents
 */
export async function saveAdsCosts(orm: Orm, rows: readonly AdsRow[]): Promise<{ days: number; cost: number; clicks: number }> {
  // In one order, so that two imports at once don't wait for each other in a circle.
  const inOrder = rows.toSorted((a, b) => (`${a.day} ${a.country}` < `${b.day} ${b.country}` ? -1 : 1))
  await orm.transaction(async (tx) => {
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await tx
        .insert(adsCosts)
        .values(inOrder.slice(from, from + rowsAtOnce))
        .onConflictDoUpdate({
          target: [adsCosts.day, adsCosts.country],
          set: { cost: sql`excluded.cost`, clicks: sql`excluded.clicks` },
        })
  })
  const sum = (name: 'cost' | 'clicks') => rows.reduce((before, row) => before + row[name], 0)
  return { days: new Set(rows.map(({ day }) => day)).size, cost: sum('cost'), clicks: sum('clicks') }
}
