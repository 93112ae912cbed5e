import { sql } from 'drizzle-orm'
import type { Orm } from '../../db/connect.ts'
import { adsCosts } from '../../db/schema/figures.ts'
import type { AdsRow } from './ads-file.ts'

const rowsAtOnce = 5000

/**
 * Stores ads costs, all or nothing; existing values for a day and country are replaced, so repeating it is safe.
 * @returns number of days and sums; cost in EUR cents
 */
export async function saveAdsCosts(orm: Orm, rows: readonly AdsRow[]): Promise<{ days: number; cost: number; clicks: number }> {
  // Sorted, so that concurrent imports don't deadlock.
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
