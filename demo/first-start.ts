import { inArray, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../server/db/connect.ts'
import { staff } from '../server/db/schema/staff.ts'
import type { Config } from '../server/process/config.ts'
import { type DemoAccount, demoAccounts } from './data/accounts.ts'
import { fillDemo, type Progress } from './data/fill.ts'

/** With this many customers, filling is slow enough to report progress. */
const worthPrinting = 20_000

/** Fills an empty database with demo data, if wanted. */
export async function addDemoData(database: Database, config: Config, log: FastifyBaseLogger, say: (line: string) => void): Promise<void> {
  if (!(await wantsDemo(database, config))) return
  say('Filling the database with demo data…')
  let printed = 0
  const onProgress = ({ part, done, total }: Progress) => {
    if (part === 'figures' && done === 0) say('Counting the figures of the dashboards…')
    const tenths = Math.floor((10 * done) / total)
    if (part !== 'customers' || total < worthPrinting || tenths <= printed) return
    printed = tenths
    say(`  ${tenths * 10} % of ${total} customers`)
  }
  await fillDemo(database, { customers: config.demo?.customers ?? undefined, log, config, onProgress })
  // Automatic maintenance runs later; until then the planner would treat the tables as empty.
  await database.patient.pool.query('analyze')
}

/**
 * Whether to add demo data. Only an empty database gets it, so restarting with DEMO=on adds nothing. By default an
 * embedded database without accounts gets it, which makes up for an interrupted first start.
 */
async function wantsDemo(database: Database, config: Config): Promise<boolean> {
  if (config.demo?.wanted === false) return false
  if (config.demo === null && database.kind === 'postgres') return false
  const { rows } = await database.orm.execute<{ customers: boolean; staff: boolean }>(
    sql`select exists(select from customers) as customers, exists(select from staff) as staff`,
  )
  const found = rows[0]
  return found !== undefined && !found.customers && (config.demo !== null || !found.staff)
}

/** How to sign in to the demo, if its accounts exist. Not secret: production refuses the demo. */
export async function signInLines(database: Database, config: Config): Promise<string[]> {
  const accounts = Object.values<DemoAccount>(demoAccounts)
  const emails = accounts.map(({ email }) => email)
  const present = await database.orm.select({ email: staff.email }).from(staff).where(inArray(staff.email, emails))
  const lines = accounts
    .filter(({ email }) => present.some((row) => row.email === email))
    .map(({ email, password, rol, totpSecret }) => {
      const second = totpSecret === null ? 'sets up two-factor when signing in' : `two-factor key ${totpSecret}`
      return `  ${email}  ${password}  (role ${rol}, ${config.disableTwoFactor ? 'two-factor is off' : second})`
    })
  return lines.length === 0 ? [] : ['Sign in to the demo with', ...lines]
}
