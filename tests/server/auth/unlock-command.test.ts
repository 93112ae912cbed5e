import { describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../../server/db/connect.ts'
import { auditLog } from '../../../server/db/schema/staff.ts'
import { silentLog } from '../../../server/process/log.ts'
import { createStaff } from '../../../server/resources/auth/accounts.ts'
import { signInLimiter } from '../../../server/resources/auth/limits.ts'
import { unlockByEmail } from '../../../server/resources/staff/command-line.ts'
import { startChild } from '../../support/child.ts'
import { copyDatabase, copyDirectory, environmentOf } from '../../support/database.ts'

describe.each([
  ['embedded', copyDirectory],
  ['PostgreSQL', copyDatabase],
])('npm run staff -- unlock (%s)', (_name, copy) => {
  const inDatabase = async <Result>(settings: Parameters<typeof openDatabase>[0], work: (database: Database) => Promise<Result>) => {
    const database = await openDatabase(settings, silentLog)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }

  // Starts a process and opens an embedded database three times, which is slow on a busy machine.
  test('lets a locked-out user sign in again, and audits it', { timeout: 180_000 }, async () => {
    const { settings, remove } = await copy()
    onTestFinished(remove)
    const email = 'last@example.com'
    const lock = async ({ orm, pool }: Database) => {
      await createStaff(orm, { name: 'The Last', email, password: 'geheim1', rol: 1, now: 1_781_510_400 })
      const limiter = signInLimiter(pool)
      for (let tried = 0; tried < 10; tried += 1) await limiter.countPassword(`192.0.2.${tried}`, email, null)
      await expect(limiter.countPassword('192.0.2.99', email, null)).rejects.toMatchObject({ code: 'too_many_requests' })
    }
    await inDatabase(settings, lock)
    const env: Record<string, string> = { ...environmentOf(settings), SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
    const child = startChild('server/operate/staff/main', ['unlock', 'LAST@example.com'], env)
    expect([await child.ended, child.output() + child.errors()]).toEqual([0, 'LAST@example.com can sign in again.\n'])
    await inDatabase(settings, async ({ orm, pool }) => {
      await signInLimiter(pool).countPassword('192.0.2.100', email, null)
      await expect(unlockByEmail(orm, email, 1_781_510_400)).rejects.toThrow('Not locked.')
      const nobody = 'nobody@example.com'
      await expect(unlockByEmail(orm, nobody, 1_781_510_400)).rejects.toThrow(`There is no account with the e-mail ${nobody}.`)
      expect(await orm.select().from(auditLog)).toEqual([
        expect.objectContaining({ action: 'user.unlock', actorId: null, actorEmail: 'npm run staff', targetType: 'staff', ip: null }),
      ])
    })
  })
})
