import { openDatabase } from '../../server/db/connect.ts'
import { silentLog } from '../../server/process/log.ts'
import { buildTestApp } from './app.ts'

/**
 * Carries on whatever playbooks there are, and ends; or is killed at one of the calls that it makes.
 * Arguments: which call, and 'before' it, 'after' it, or 'amid' it: once the payment provider has answered.
 */
const [at = '', moment = ''] = process.argv.slice(2)
const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR = '' } = process.env
const database = await openDatabase(
  { databaseUrl: DATABASE_URL || null, databaseDirectUrl: DATABASE_DIRECT_URL || null, dataDir: DATA_DIR },
  silentLog,
)
const { app, context } = await buildTestApp(database)
let calls = 0
const killAt = (now: string) => {
  if (String(calls) === at && now === moment) process.kill(process.pid, 'SIGKILL')
}

const { payments } = context
for (const name of ['extendTrial', 'cancelAtPeriodEnd', 'refund'] as const) {
  const ask = payments[name].bind(payments) as (...asked: unknown[]) => Promise<unknown>
  Object.assign(payments, {
    [name]: async (...asked: unknown[]) => {
      const answer = await ask(...asked)
      killAt('amid')
      return answer
    },
  })
}

const inject = app.inject.bind(app) as (...call: unknown[]) => Promise<unknown>
Object.assign(app, {
  inject: async (...call: unknown[]) => {
    calls += 1
    killAt('before')
    const reply = await inject(...call)
    killAt('after')
    return reply
  },
})

await app.playbookRunner.takeOver()
await app.playbookRunner.resume()
await app.playbookRunner.settled()
await app.close()
await database.close()
