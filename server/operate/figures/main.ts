import { sql } from 'drizzle-orm'
import type { Database, Orm } from '../../db/connect.ts'
import { withDatabase } from '../../db/with-database.ts'
import { print, runCommand } from '../../process/command-line.ts'
import { loadConfig } from '../../process/config.ts'
import { StartError } from '../../process/start-error.ts'
import { rebuildDailyFigures } from '../../resources/figures/rebuild.ts'
import { checkQrCounts, countAllQrs } from '../../resources/qrs/counts.ts'
import { checkFigures } from './check.ts'

const usage = `Usage: npm run figures -- rebuild|check
rebuild recomputes the daily figures of dashboards and analysis, and counts each customer's QR codes; dashboards wait meanwhile.
check compares all that with a slow computation of another kind, and writes nothing. It ends with 1 where they differ.`

const maxPrinted = 100

async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2)
  if ((command !== 'rebuild' && command !== 'check') || rest.length > 0) throw new StartError(usage)
  await withDatabase(loadConfig(process.env), command === 'rebuild' ? rebuild : check)
}

async function rebuild({ patient }: Database): Promise<void> {
  const started = performance.now()
  const found = await patient.orm.transaction(
    async (tx) => {
      await rebuildDailyFigures(tx)
      const { rows } = await tx.execute<{ rows: number; days: number; first: string | null; last: string | null }>(sql`
      select count(*)::int as rows, count(distinct day)::int as days, min(day)::text as first, max(day)::text as last from daily_figures`)
      return rows[0]
    },
    { isolationLevel: 'repeatable read' },
  )
  await patient.orm.transaction(countAllQrs, { isolationLevel: 'repeatable read' })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const span = found?.first ? `, from ${found.first} to ${found.last}` : ''
  print(`Computed in ${seconds} s: ${found?.rows ?? 0} rows of ${found?.days ?? 0} days${span}.`)
}

async function check({ patient }: Database): Promise<void> {
  const { compared, differences } = await checkFigures(patient.orm)
  for (const { day, country, figure, stored, expected } of differences.slice(0, maxPrinted))
    print(`${day} ${country === '' ? 'no country' : country} ${figure}: ${stored}, should be ${expected}`)
  if (differences.length > maxPrinted) print(`… and ${differences.length - maxPrinted} more`)
  const outcome = differences.length === 0 ? 'all equal' : `${differences.length} differences: \`npm run figures -- rebuild\` mends them`
  print(`Compared ${compared} days and countries: ${outcome}.`)
  if (differences.length > 0) process.exitCode = 1
  await checkCounts(patient.orm)
}

async function checkCounts(orm: Orm): Promise<void> {
  const wrong = await checkQrCounts(orm, maxPrinted)
  for (const { userId, type, stored, expected } of wrong ?? [])
    process.stdout.write(`customer ${userId}: ${stored} QR codes${type === '' ? '' : ` of type ${type}`}, should be ${expected}\n`)
  if (wrong === null) print('Customers’ QR codes are still to be counted.')
  else if (wrong.length === 0) print('Each customer’s QR codes are counted right.')
  else process.exitCode = 1
}

runCommand(main)
