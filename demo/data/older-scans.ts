import { sql } from 'drizzle-orm'
import { businessDays } from './growth.ts'
import type { Executor } from './insert.ts'
import { Random } from './random.ts'

/**
 * Writes daily scans and visits for days before those kept per QR, which for years would
 * be most of the demo. Extrapolates each country backwards from its mean, with the
 * business's growth and weekly rhythm. `firstKept` is the oldest day kept (YYYY-MM-DD).
 */
export async function addOlderScans(db: Executor, now: number, firstKept: string): Promise<void> {
  const days = businessDays(now)
  const kept = days.filter(({ day }) => day >= firstKept).slice(0, -1)
  const { rows } = await db.execute<{ country: string; scans: number; visits: number }>(sql`
    select country, sum(scans)::int as scans, sum(visits)::int as visits from daily_figures
    where day >= ${firstKept} and day < ${days.at(-1)?.day} group by country having sum(scans) > 0 order by country`)
  const keptGrowth = kept.reduce((sum, { growth }) => sum + growth, 0)
  const random = new Random('older scans')
  const older: [string, string, number, number][] = []
  for (const { country, scans, visits } of rows) {
    for (const { day, growth, weekday } of days) {
      if (day >= firstKept) break
      // Restaurant codes are scanned most at weekends.
      const rhythm = weekday === 0 || weekday === 6 ? 1.15 : 0.94
      const share = (growth / keptGrowth) * rhythm * (0.9 + random.next() * 0.2)
      // Rarely scanned countries have scans on some days only.
      const rare = scans * share < 60 ? 12 : 1
      const count = random.chance(1 / rare) ? Math.round(scans * share * rare) : 0
      if (count > 0) older.push([day, country, count, Math.min(count, Math.round(visits * share * rare))])
    }
  }
  for (let i = 0; i < older.length; i += 5000) {
    const batch = older.slice(i, i + 5000).map(([day, country, scans, visits]) => ({ day, country, scans, visits }))
    await db.execute(sql`
      insert into daily_figures (day, country, scans, visits)
      select day, country, scans, visits from json_to_recordset(${JSON.stringify(batch)}) as older(day date, country text, scans int, visits int)
      on conflict (day, country) do update set scans = excluded.scans, visits = excluded.visits`)
  }
}
