import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { hasKnownTopLevelDomain } from '../../server/resources/customers/email-domain.ts'
import { anyText } from '../support/any-text.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { insertCustomers } from '../support/rows.ts'
import { useServer } from '../support/server.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

describeDatabase('PATCH /customers/{id}', (engine) => {
  const { database, server, browser } = useServer(engine, { rol: 2 })

  beforeEach(async () => {
    for (const table of [auditLog, customers]) await database.current.orm.delete(table)
    await insertCustomers(database.current, [
      { firstName: 'Ana', lastName: 'López', email: 'ana@example.com', bulkLimit: 100, allowSepa: true },
      { email: 'Bo@Example.com' },
      { email: 'old@example.com', deleted: true },
      { email: 'odd@intranet.local' },
    ])
  })

  const edit = (body: object, id = 1, by: Browser = browser) => by.send('PATCH', `/customers/${id}`, body)
  const stored = async (id = 1) => (await database.current.orm.select().from(customers).where(eq(customers.id, id)))[0]
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const found = async (term: string) => {
    const reply = await browser.get(`/customers?searchTerm=${encodeURIComponent(term)}`)
    return reply.json<{ rows: { id: number }[] }>().rows.map(({ id }) => id)
  }

  // [1.4 edit customer] [1.7 edit customer] [R35 absent or null]
  test('updates the given fields, clears null ones and audits exactly what changed (ruling 35)', async () => {
    server.clock.advance(5)
    const reply = await edit({ email: 'ana@example.com', bulkLimit: null, qrLimit: 250, allowSepa: true })
    const [change, ...others] = await audited()
    expect(reply.json()).toEqual({ success: true, auditId: change?.id, undoable: true })
    expect(others).toEqual([])
    expect(change).toMatchObject({
      action: 'customer.edit',
      actorId: browser.staff.id,
      targetType: 'customer',
      targetId: 1,
      before: { bulkLimit: 100, qrLimit: null },
      after: { bulkLimit: null, qrLimit: 250 },
      reversible: true,
    })
    expect(Object.keys(change?.after as object).toSorted()).toEqual(['bulkLimit', 'qrLimit'])
    expect(await stored()).toMatchObject({ bulkLimit: null, qrLimit: 250, domainsLimit: null, version: 2, updatedAt: server.clock.now() })
  })

  test('a no-op edit adds no audit row and keeps the version', async () => {
    for (const body of [{}, { bulkLimit: 100 }, { email: ' ana@example.com ', allowSepa: true, version: 1 }])
      expect((await edit(body)).json()).toEqual({ success: true })
    expect(await audited()).toEqual([])
    expect(await stored()).toMatchObject({ version: 1 })
  })

  // [1.5 bulk limit] [1.5 qr limit] [1.5 domains limit] [1.5 allow sepa]
  test.each([
    ['bulkLimit', [5, 1000, null], [4, 1001, 5.5, '5', true]],
    ['qrLimit', [1, 100_000, null], [0, 100_001, -1, '1']],
    ['domainsLimit', [1, 30, null], [0, 31, 1.5, '']],
    ['allowSepa', [true, false, null], [1, 'true', 'null']],
  ] as const)('%s accepts %j and rejects %j', async (field, good, bad) => {
    for (const value of good) {
      expect((await edit({ [field]: value })).statusCode).toBe(200)
      expect(await stored()).toMatchObject({ [field]: value })
    }
    for (const value of bad)
      expect((await edit({ [field]: value })).json()).toMatchObject({
        statusCode: 400,
        error: 'bad_request',
        details: { [field]: expect.any(String) as string },
      })
    expect(await stored()).toMatchObject({ [field]: good.at(-1) })
  })

  test('rejects an unknown field and stores nothing (ruling 20) [R20 unknown fields]', async () => {
    expect((await edit({ bulkLimit: 50, deleted: true })).json()).toMatchObject({
      error: 'unknown_field',
      details: { deleted: 'Unknown field.' },
    })
    expect(await stored()).toMatchObject({ bulkLimit: 100, deleted: false })
  })

  describe('the version', () => {
    test('is stale after somebody else’s edit: nothing is saved', async () => {
      const other = await signIn(server, { rol: 2 })
      const seen = 1
      expect((await edit({ qrLimit: 10, version: seen }, 1, other)).statusCode).toBe(200)
      expect((await edit({ bulkLimit: 7, version: seen })).json()).toEqual({
        statusCode: 409,
        error: 'stale',
        message: 'Ana López was changed by somebody else since you opened it: nothing was saved.',
      })
      expect(await stored()).toMatchObject({ bulkLimit: 100, qrLimit: 10, version: 2 })
      expect((await edit({ bulkLimit: 7, version: 2 })).statusCode).toBe(200)
    })

    test('is stale for one of two parallel edits', async () => {
      const other = await signIn(server, { rol: 2 })
      const replies = await Promise.all([edit({ qrLimit: 10, version: 1 }), edit({ qrLimit: 20, version: 1 }, 1, other)])
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(await audited()).toHaveLength(1)
    })

    test.each([0, '1', null])('%j is invalid', async (version) => {
      expect((await edit({ qrLimit: 10, version })).json()).toMatchObject({
        error: 'bad_request',
        details: { version: expect.any(String) as string },
      })
    })
  })

  describe('the e-mail', () => {
    test('can be changed, and search then finds only the new one', async () => {
      expect((await edit({ email: ' New.Ana@müller.de ' })).statusCode).toBe(200)
      expect(await stored()).toMatchObject({ email: 'New.Ana@müller.de' })
      expect(await found('new.ana@MÜLLER.de')).toEqual([1])
      expect(await found('ana@example.com')).toEqual([])
      expect(await found('Ana López')).toEqual([1])
      expect((await audited())[0]).toMatchObject({ before: { email: 'ana@example.com' }, after: { email: 'New.Ana@müller.de' } })
    })

    test.each(['', '  ', 'ana', 'ana@', 'ana@example', 'a b@example.com', `a@${'b'.repeat(250)}.com`, 5, null])(
      '%j is rejected with an error at the field [1.5 valid e-mail]',
      async (email) => {
        const text = typeof email === 'string' && email.trim() !== '' ? 'Enter a valid email.' : 'Must be present.'
        expect((await edit({ email })).json()).toMatchObject({ statusCode: 400, error: 'bad_request', details: { email: text } })
        expect(await stored()).toMatchObject({ email: 'ana@example.com' })
      },
    )

    // [R39 top-level domains]
    test('needs an existing top-level domain, checked only if the e-mail changes (ruling 39)', async () => {
      const refused = { statusCode: 400, error: 'bad_request', details: { email: 'Enter a valid email.' } }
      expect((await edit({ email: 'ana@example.notatld' })).json()).toMatchObject(refused)
      expect((await edit({ email: 'odd@intranet.local', qrLimit: 5 }, 4)).statusCode).toBe(200)
      expect((await edit({ email: 'Odd@intranet.local' }, 4)).json()).toMatchObject(refused)
      expect(await stored(4)).toMatchObject({ email: 'odd@intranet.local', qrLimit: 5 })
    })

    test('is unique among accounts in use, ignoring case; deleted accounts do not count', async () => {
      for (const email of ['bo@example.com', 'BO@EXAMPLE.COM'])
        expect((await edit({ email, qrLimit: 9 })).json()).toEqual({
          statusCode: 409,
          error: 'email_conflict',
          message: 'Email already exists.',
          details: { email: 'Email already exists.' },
        })
      expect(await stored()).toMatchObject({ email: 'ana@example.com', qrLimit: null, version: 1 })
      expect(await audited()).toEqual([])
      expect((await edit({ email: 'Old@example.com' })).statusCode).toBe(200)
      expect((await edit({ email: 'BO@example.com' }, 2)).statusCode).toBe(200)
    })

    test('is not a duplicate of one that differs only in accents', async () => {
      expect((await edit({ email: 'bó@example.com' })).statusCode).toBe(200)
    })

    test('goes to only one of many parallel requests', async () => {
      const ids = await insertCustomers(
        database.current,
        Array.from({ length: 8 }, (_, index) => ({ id: 100 + index })),
      )
      const replies = await Promise.all(ids.map((id, index) => edit({ email: index % 2 ? 'same@example.com' : 'SAME@example.com' }, id)))
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
      expect(new Set(replies.filter(({ statusCode }) => statusCode === 409).map((reply) => reply.json<{ error: string }>().error))).toEqual(
        new Set(['email_conflict']),
      )
      expect(await found('same@example.com')).toHaveLength(1)
      expect(await audited()).toHaveLength(1)
    })
  })

  describe('the whitelist', () => {
    test('has its own actions in the audit trail [1.4 whitelist] [1.7 edit customer]', async () => {
      expect((await edit({ whitelisted: true })).json()).toMatchObject({ success: true, undoable: true })
      expect((await edit({ whitelisted: false })).json()).toMatchObject({ success: true, undoable: true })
      expect((await audited()).map(({ action, before, after }) => ({ action, before, after }))).toEqual([
        { action: 'customer.whitelist', before: { whitelisted: false }, after: { whitelisted: true } },
        { action: 'customer.unwhitelist', before: { whitelisted: true }, after: { whitelisted: false } },
      ])
    })

    test('set to its current value is no change: 200, and other fields still apply (ruling 53) [R53 no change]', async () => {
      expect((await edit({ whitelisted: false })).json()).toEqual({ success: true })
      expect(await stored()).toMatchObject({ whitelisted: false, updatedAt: testStart, version: 1 })
      expect(await audited()).toEqual([])
      expect((await edit({ whitelisted: false, qrLimit: 3 })).json()).toMatchObject({ success: true, undoable: true })
      expect(await stored()).toMatchObject({ whitelisted: false, qrLimit: 3 })
      expect(await audited()).toMatchObject([{ action: 'customer.edit', before: { qrLimit: null }, after: { qrLimit: 3 } }])
    })
  })

  test('returns 404 for an unknown customer', async () => {
    expect((await edit({ qrLimit: 3 }, 42)).json()).toMatchObject({ statusCode: 404, message: 'Customer 42 was not found.' })
  })
})

describe('top-level domains (document 1, section 5) [1.5 valid e-mail]', () => {
  test.each([
    'a@example.com',
    'a@b.co.uk',
    'a@MÜLLER.DE',
    'a@пример.рф',
    'a@b.xn--p1ai',
    'a@b.museum',
    'a@b.onion.example.org',
    '"@"@b.es',
  ])('%s has a known TLD', (email) => expect(hasKnownTopLevelDomain(email)).toBe(true))
  test.each(['a@example.con', 'a@b.local', 'a@b.test', 'a@b.example', 'a@b.1', 'a@localhost', 'a@127.0.0.1', 'a@b.xn--zzzz', 'a@', ''])(
    '%s has no known TLD',
    (email) => expect(hasKnownTopLevelDomain(email)).toBe(false),
  )

  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/)
  test('labels before the top-level domain do not matter', () => {
    fc.assert(
      fc.property(
        label,
        fc.array(label, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('com', 'es', 'io', 'photography'),
        (local, labels, tld) => hasKnownTopLevelDomain(`${local}@${labels.join('.')}.${tld}`),
      ),
    )
  })
  test('letters mixed with digits are not a top-level domain', () => {
    fc.assert(
      fc.property(label, fc.stringMatching(/^[a-z]{1,10}\d[a-z0-9]{0,5}$/), (name, tld) => !hasKnownTopLevelDomain(`a@${name}.${tld}`)),
    )
  })
  test('returns a boolean for any text', () => {
    fc.assert(fc.property(anyText(), (text) => typeof hasKnownTopLevelDomain(text) === 'boolean'))
  })
})
