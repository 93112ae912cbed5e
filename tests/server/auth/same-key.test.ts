import { beforeEach, expect, test } from 'vitest'
import { appState, sessions, staff } from '../../../server/db/schema/staff.ts'
import { replaceKey, requireSameKey } from '../../../server/resources/auth/same-key.ts'
import { sealAccountSecret } from '../../../server/resources/auth/two-factor.ts'
import { describeDatabase } from '../../support/database.ts'

const key = Buffer.alloc(32, 1)
const other = Buffer.alloc(32, 2)

describeDatabase('the key of two-factor secrets', (engine) => {
  const database = engine.use()
  const check = (given: Buffer) => requireSameKey(database.current.orm, given)
  const noted = () => database.current.orm.select().from(appState)
  /** Accounts with secrets sealed with these keys; null for one without two-factor. */
  const insertStaff = (keys: (Buffer | null)[]) =>
    database.current.orm.insert(staff).values(
      keys.map((sealing, index) => ({
        id: index + 1,
        name: 'Sam',
        email: `sam${index}@example.com`,
        passwordHash: '',
        createdAt: 1,
        totpSecret: sealing === null ? null : sealAccountSecret(sealing, index + 1, 'JBSWY3DPEHPK3PXP'),
      })),
    )
  beforeEach(() => database.empty())

  test('the first start stores the key’s id, and later starts check it', async () => {
    await check(key)
    await check(key)
    expect(await noted()).toEqual([{ key: 'secret-key', value: expect.stringMatching(/^[0-9a-f]{8}$/) }])
    await expect(check(other)).rejects.toThrow(/^SECRET_KEY .* run npm run staff -- replace-key\.$/)
    await check(key)
  })

  test('without a stored id, it is checked against account secrets', async () => {
    await insertStaff([null, key])
    await expect(check(other)).rejects.toThrow('but this database was used with key')
    expect(await noted()).toEqual([])
    await check(key)
    await expect(check(other)).rejects.toThrow('but this database was used with key')
  })

  test('one matching secret is enough if others use another key', async () => {
    await insertStaff([other, key])
    await check(key)
  })

  test('of two concurrent first starts with different keys, only one succeeds', async () => {
    const ends = await Promise.allSettled([check(key), check(other)])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('replacing a lost key resets two-factor and signs everyone out', async () => {
    const { orm } = database.current
    await insertStaff([key, null, key])
    await orm.insert(sessions).values({ idHash: 'a', staffId: 1, createdAt: 1, lastSeenAt: 1 })
    await check(key)
    expect(await replaceKey(orm, key)).toBe(null)
    expect(await orm.select().from(sessions)).toHaveLength(1)
    expect(await replaceKey(orm, other)).toBe(2)
    expect(await orm.select().from(sessions)).toEqual([])
    expect((await orm.select().from(staff)).map(({ totpSecret }) => totpSecret)).toEqual([null, null, null])
    await check(other)
    await expect(check(key)).rejects.toThrow('but this database was used with key')
  })
})
