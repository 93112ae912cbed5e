import { asc, sql } from 'drizzle-orm'
import type { Db, Orm } from '../../db/connect.ts'
import { dailyDiscounts } from '../../db/schema/figures.ts'
import { expandMarks, isEverythingMarked, takeDays } from '../../resources/figures/marks.ts'
import { moveCustomers } from '../../resources/figures/moves.ts'
import { computeDay, lockFigures, rebuildDailyFigures } from '../../resources/figures/rebuild.ts'
import { figures, kept, listFigures } from '../../resources/figures/sources.ts'
import { computeReference } from './reference.ts'

/** A wrong number. */
export interface Difference {
  day: string
  country: string
  figure: string
  stored: number
  expected: number
}

export interface Checked {
  /** Days and countries compared. */
  compared: number
  differences: Difference[]
}

/**
 * Compares the stored figures with `computeReference`, read-only. Pending changes are applied for the comparison only,
 * as a dashboard would do first. Scans and visits are compared as far back as they are kept per QR.
 */
export function checkFigures(orm: Orm): Promise<Checked> {
  return orm.transaction(
    async (tx) => {
      // Reads everything as of the lock, then releases it before the slow part.
      await tx.execute(sql`savepoint stored`)
      await lockFigures(tx)
      const stored = await storedFigures(tx)
      await tx.execute(sql`rollback to savepoint stored`)
      return compare(tx, stored)
    },
    { isolationLevel: 'repeatable read' },
  )
}

type Stored = Map<string, Record<string, number>>

async function storedFigures(tx: Db): Promise<{ days: Stored; totals: Stored; discounts: Stored }> {
  if (await isEverythingMarked(tx)) await rebuildDailyFigures(tx)
  await moveCustomers(tx)
  await expandMarks(tx)
  for (const day of await takeDays(tx, Number.MAX_SAFE_INTEGER)) await computeDay(tx, day)
  const { rows } = await tx.execute<Record<string, number> & { key: string }>(
    sql`select day || ' ' || country as key, ${listFigures()} from daily_figures order by day, country`,
  )
  const totals = await tx.execute<Record<string, number> & { key: string }>(
    sql`select day::text as key, ${listFigures()} from daily_totals order by day`,
  )
  const discounts = await tx
    .select()
    .from(dailyDiscounts)
    .orderBy(asc(dailyDiscounts.day), asc(dailyDiscounts.country), asc(dailyDiscounts.percent))
  return {
    days: new Map(rows.map(({ key, ...row }) => [key, row as Record<string, number>])),
    totals: new Map(totals.rows.map(({ key, ...row }) => [key, row as Record<string, number>])),
    discounts: new Map(discounts.map(({ day, country, percent, count }) => [`${day} ${country} ${percent}`, { count }])),
  }
}

async function compare(tx: Db, stored: Awaited<ReturnType<typeof storedFigures>>): Promise<Checked> {
  const { rows } = await tx.execute<{ first: string | null }>(sql`select min(day)::text as first from qr_daily_scans`)
  const firstKept = rows[0]?.first ?? '9999-12-31'
  const expected = await computeReference(tx)
  const differences: Difference[] = []
  for (const key of union(stored.days, expected.figures)) {
    const [day = '', country = ''] = key.split(' ')
    for (const figure of figures) {
      if (kept.includes(figure) && day < firstKept) continue
      const [is, shouldBe] = [stored.days.get(key)?.[figure] ?? 0, expected.figures.get(key)?.[figure] ?? 0]
      if (is !== shouldBe) differences.push({ day, country, figure, stored: is, expected: shouldBe })
    }
  }
  for (const key of union(stored.discounts, expected.discounts)) {
    const [day = '', country = '', percent = ''] = key.split(' ')
    const [is, shouldBe] = [stored.discounts.get(key)?.count ?? 0, expected.discounts.get(key) ?? 0]
    if (is !== shouldBe) differences.push({ day, country, figure: `discounts of ${percent} %`, stored: is, expected: shouldBe })
  }
  return { compared: union(stored.days, expected.figures).length, differences: [...differences, ...wrongTotals(stored)] }
}

/** Daily totals that differ from the sum of their countries. */
function wrongTotals({ days, totals }: Awaited<ReturnType<typeof storedFigures>>): Difference[] {
  const sums: Stored = new Map()
  for (const [key, row] of days) {
    const [day = ''] = key.split(' ')
    const before = sums.get(day)
    sums.set(day, Object.fromEntries(figures.map((name) => [name, (before?.[name] ?? 0) + (row[name] ?? 0)])))
  }
  return union(sums, totals).flatMap((day) =>
    figures.flatMap((figure) => {
      const [is, shouldBe] = [totals.get(day)?.[figure] ?? 0, sums.get(day)?.[figure] ?? 0]
      return is === shouldBe ? [] : [{ day, country: 'all countries', figure, stored: is, expected: shouldBe }]
    }),
  )
}

function union(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].sort()
}
