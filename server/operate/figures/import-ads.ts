import { readFile } from 'node:fs/promises'
import { dayOf } from '../../../src/contract/dates.ts'
import { accountCurrency, formatMoney } from '../../../src/contract/money.ts'
import { withDatabase } from '../../db/with-database.ts'
import { print, runCommand } from '../../process/command-line.ts'
import { loadConfig } from '../../process/config.ts'
import { StartError } from '../../process/start-error.ts'
import { saveAdsCosts } from './ads-costs.ts'
import { readAdsFile } from './ads-file.ts'

const usage = `Usage: npm run import-ads -- FILE.csv
Imports what advertising cost: a CSV file with the columns day (YYYY-MM-DD), country (two letters), cost (euros) and clicks. Days and
countries that are known get the file's numbers; a file with any mistake changes nothing.`

const maxPrinted = 50

async function main(): Promise<void> {
  const [path, ...rest] = process.argv.slice(2)
  if (path === undefined || path.startsWith('-') || rest.length > 0) throw new StartError(usage)
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${path} could not be read: ${error.message}`)
  })
  const { rows, errors } = readAdsFile(bytes, dayOf(Math.floor(Date.now() / 1000)))
  if (errors !== null) {
    const lines = errors.slice(0, maxPrinted).map(({ line, message }) => `line ${line}: ${message}`)
    const more = errors.length > maxPrinted ? [`… and ${errors.length - maxPrinted} more`] : []
    throw new StartError([`${path} was not imported, nothing was changed:`, ...lines, ...more].join('\n'))
  }
  const { days, cost, clicks } = await withDatabase(loadConfig(process.env), ({ patient }) => saveAdsCosts(patient.orm, rows))
  print(`Imported ${rows.length} rows of ${days} days: ${formatMoney(cost, accountCurrency)} and ${clicks} clicks in all.`)
}

runCommand(main)
