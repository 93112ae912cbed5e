import { eq } from 'drizzle-orm'
import { openDatabase } from '../../server/db/connect.ts'
import { staff } from '../../server/db/schema/staff.ts'
import { silentLog } from '../../server/process/log.ts'
import { approve } from '../../server/resources/approvals/decide.ts'
import { buildTestApp } from './app.ts'

/**
 * Carries on with approved requests and ends, or approves request 1 as person 2 and is killed at a moment of that, which is its argument:
 * 'looked': before the decision is stored; 'decided': after it; 'asking' and 'asked': before the payment provider and after its answer;
 * 'changed': after the change. 'never' isn't killed.
 */
const [moment = ''] = process.argv.slice(2)
const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR = '' } = process.env
const database = await openDatabase(
  { databaseUrl: DATABASE_URL || null, databaseDirectUrl: DATABASE_DIRECT_URL || null, dataDir: DATA_DIR },
  silentLog,
)
const { app, context } = await buildTestApp(database)
const killAt = (now: string) => {
  if (now === moment) process.kill(process.pid, 'SIGKILL')
}

const { payments } = context
for (const name of ['extendTrial', 'refund'] as const) {
  const ask = payments[name].bind(payments) as (...asked: unknown[]) => Promise<unknown>
  Object.assign(payments, {
    [name]: async (...asked: unknown[]) => {
      killAt('asking')
      const answer = await ask(...asked)
      killAt('asked')
      return answer
    },
  })
}

let calls = 0
const inject = app.inject.bind(app) as (...call: unknown[]) => Promise<unknown>
Object.assign(app, {
  inject: async (...call: unknown[]) => {
    calls += 1
    // The first only looks.
    if (calls === 2) killAt('decided')
    const reply = await inject(...call)
    killAt(calls === 1 ? 'looked' : 'changed')
    return reply
  },
})

if (moment === '') {
  await app.approvalRunner.takeOver()
  await app.approvalRunner.resume()
} else {
  const [person] = await database.orm.select().from(staff).where(eq(staff.id, 2))
  if (!person) throw new Error('person 2 is gone')
  const { id, name, email, rol } = person
  const by = { staff: { id, name, email, rol, sessionIdHash: '', provenAt: 0, policyRevision: 0 }, ip: '127.0.0.1' }
  await approve(database.orm, app.approvalRunner, by, 1, context.now())
}
await app.close()
await database.close()
