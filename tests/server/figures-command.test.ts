import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/db/connect.ts'
import { dailyFigures } from '../../server/db/schema/figures.ts'
import { silentLog } from '../../server/process/log.ts'
import { refreshFigures } from '../../server/resources/figures/refresh.ts'
import { testStart } from '../support/app.ts'
import { startChild } from '../support/child.ts'
import { copyDatabase, copyDirectory, environmentOf, type TestDatabase } from '../support/database.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'

/** A database of its own, and the program that runs on it. */
function useDatabase(copy: typeof copyDatabase) {
  let database: Database
  let settings: TestDatabase['settings']
  let remove: () => Promise<void>
  beforeAll(async () => {
    const made = await copy()
    settings = made.settings
    remove = made.remove
    database = await openDatabase(settings, silentLog)
    await insertCustomers(database, [{ country: 'es' }])
    await insertPayments(database, [{ country: 'es', confirmedAt: testStart, amount: 5_000 }])
    await refreshFigures(database.orm)
  })
  afterAll(async () => {
    await database.close()
    await remove()
  })
  const run = async (command: string) => {
    const env = environmentOf(settings)
    const child = startChild('server/operate/figures/main', [command], env)
    return { code: await child.ended, says: child.output() + child.errors() }
  }
  return { current: () => database, run }
}

describe('npm run figures (embedded)', () => {
  const { run } = useDatabase(copyDirectory)

  test('refuses a database in use by a server', async () => {
    const { code, says } = await run('check')
    expect(code).toBe(1)
    expect(says).toMatch(/is in use by process \d+.*Stop it first/)
  })
})

describe('npm run figures (PostgreSQL)', () => {
  const { current, run } = useDatabase(copyDatabase)

  test('prints its usage for an unknown command', async () => {
    const { code, says } = await run('mend')
    expect(code).toBe(1)
    expect(says).toContain('Usage: npm run figures -- rebuild|check')
  })

  test('check reports wrong figures and rebuild fixes them', async () => {
    expect(await run('check')).toMatchObject({ code: 0, says: expect.stringContaining('all equal') as unknown })
    await current().orm.update(dailyFigures).set({ gross: 4_999, newQrs: 3 })
    const { code, says } = await run('check')
    expect(code).toBe(1)
    expect(says).toContain('2026-06-15 es gross: 4999, should be 5000\n')
    expect(says).toContain('2026-06-15 es new_qrs: 3, should be 0\n')
    expect((await run('rebuild')).says).toMatch(/1 rows of 1 days, from 2026-06-15 to 2026-06-15/)
    expect((await run('check')).code).toBe(0)
  })
})
