import { readFile } from 'node:fs/promises'
import { dayOf } from '../../../src/contract/dates.ts'
import { accountCurrency, formatMoney } from '../../../src/contract/money.ts'
import { openDatabase } from '../../db/connect.ts'
import { migrate } from '../../db/migrate.ts'
import { loadConfig } from '../../process/config.ts'
import { createLog } from '../../process/log.ts'
import { StartError } from '../../process/start-error.ts'
import { saveAdsCosts } from './ads-costs.ts'
import { readAdsFile } from './ads-file.ts'

const usage = `Usage: npm run import-ads -- FILE.csv
Imports what advertising cost: a CSV file with the columns day (YYYY-MM-DD), country (two letters), cost (euros) and clicks. Days and
countries that are known get the file's numbers; a file with any mistake changes nothing.`

/** Errors printed at most. */
const most = 50

async function main(): Promise<void> {
  process.umask(0o077)
  const [path, ...rest] = process.argv.slice(2)
  if (path === undefined || path.startsWith('-') || rest.length > 0) throw new StartError(usage)
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${path} could not be read: ${error.message}`)
  })
  const { rows, errors } = readAdsFile(bytes, dayOf(Math.floor(Date.now() / 1000)))
  if (errors !== null) {
    const lines = errors.slice(0, most).map(({ line, message }) => `line ${line}: ${message}`)
    const more = errors.length > most ? [`… and ${errors.length - most} more`] : []
    throw new StartError([`${path} was not imported, nothing was changed:`, ...lines, ...more].join('\n'))
  }
  const config = loadConfig(process.env)
  const log = createLog('warn')
  const database = await openDatabase(config, log)
  try {
    await migrate(database, log)
    const { days, cost, clicks } = await saveAdsCosts(database.patient.orm, rows)
    process.stdout.write(
      `Imported ${rows.length} rows of ${days} days: ${formatMoney(cost, accountCurrency)} and ${clicks} clicks in all.\n`,
    )
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartError ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exitCode = 1
})
