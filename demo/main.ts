import { parseArgs } from 'node:util'
import { noteVacuum } from '../server/db/maintenance.ts'
import { withDatabase } from '../server/db/with-database.ts'
import { print, runCommand } from '../server/process/command-line.ts'
import { loadConfig } from '../server/process/config.ts'
import { createLog } from '../server/process/log.ts'
import { StartError } from '../server/process/start-error.ts'
import { requireSameKey } from '../server/resources/auth/same-key.ts'
import { fillDemo, minCustomers, type Progress, usualCustomers } from './data/fill.ts'

const usage = `Usage: npm run demo -- [--customers NUMBER] [--replace]
Fills the configured database with demo data: ${usualCustomers} customers unless said. A database that holds customers is refused,
unless --replace is given, which deletes everything but staff accounts first.`

async function main(): Promise<void> {
  const { customers, replace } = readArguments()
  const config = loadConfig(process.env)
  if (config.production) throw new StartError('NODE_ENV is production: demo data is refused, and nothing was changed.')
  await withDatabase(config, async (database) => {
    await requireSameKey(database.orm, config.secretKey)
    const { rows } = await database.orm.execute<{ any: boolean }>('select exists(select from customers) as any')
    if (rows[0]?.any && !replace)
      throw new StartError(
        'The database already holds customers: nothing was changed. With --replace everything but staff accounts is deleted first.',
      )
    const options = { customers, replace, config, log: createLog('warn'), onProgress: showProgress() }
    const { rows: written, milliseconds } = await fillDemo(database, options)
    // Marks rows as visible to all, which index-only scans need; otherwise the database's own maintenance does it later.
    await database.patient.pool.query('vacuum analyze')
    if (database.kind === 'embedded') await noteVacuum(database.patient.pool)
    print(`${customers} customers, ${written} rows in all, in ${Math.round(milliseconds / 1000)} s.`)
  })
}

function readArguments(): { customers: number; replace: boolean } {
  try {
    const { values } = parseArgs({
      options: { customers: { type: 'string', default: String(usualCustomers) }, replace: { type: 'boolean', default: false } },
    })
    const customers = Number(values.customers)
    if (Number.isInteger(customers) && customers >= minCustomers && customers <= 2_000_000) return { customers, replace: values.replace }
  } catch {
    // An unknown option: print the usage.
  }
  throw new StartError(`${usage}\nNUMBER is from ${minCustomers} to 2000000.`)
}

/** One progress line per part: rewritten in place on a terminal, every tenth elsewhere. */
function showProgress(): (progress: Progress) => void {
  let shown = ''
  return ({ part, done, total }) => {
    const line = `${part}: ${process.stdout.isTTY ? Math.floor((done / total) * 100) : Math.floor((done / total) * 10) * 10} %`
    if (line === shown) return
    shown = line
    process.stdout.write(process.stdout.isTTY ? `\r${line.padEnd(30)}${done === total ? '\n' : ''}` : `${line}\n`)
  }
}

runCommand(main)
