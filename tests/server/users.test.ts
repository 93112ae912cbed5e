import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { staff } from '../../server/db/schema/staff.ts'
import { messages } from '../../src/contract/fields.ts'
import type { UserAccount } from '../../src/contract/users.ts'
import { buildTestApp } from '../support/app.ts'
import { useBackOffice } from '../support/back-office.ts'
import { describeDatabase } from '../support/database.ts'
import { makeStaff, openBrowser, signIn } from '../support/sign-in.ts'

const person = { name: 'Nuria Sanz', email: 'nuria@example.com', password: 'harbour7' }

describeDatabase('back-office accounts', (engine) => {
  const office = useBackOffice(engine)
  const { read, rowOf, audited, orm } = office
  const create = async (over: object = {}) => (await office.admin.send('POST', '/users', { ...person, ...over })).json<{ id: number }>().id

  describe('POST /users', () => {
    // [1.3 back-office user] [1.7 create user] [1.7 get user] [R5 new accounts]
    test('creates a role 2 account that can sign in, and audits it without the password', async () => {
      const reply = await office.admin.send('POST', '/users', { ...person, name: '  Nuria Sanz ', email: ' Nuria@Example.com ' })
      expect(reply.statusCode).toBe(200)
      const { id } = reply.json<{ id: number }>()
      expect(await read(id)).toEqual({
        id,
        name: 'Nuria Sanz',
        email: 'Nuria@Example.com',
        rol: 2,
        '2fa': false,
        createdAt: office.server.clock.now(),
        isLastFull: false,
        lockedUntil: null,
        passkeys: 0,
        provider: null,
        disabledAt: null,
        version: 1,
      })
      const [change] = await audited()
      expect(change).toMatchObject({
        action: 'user.create',
        targetType: 'staff',
        targetId: id,
        actorId: office.admin.staff.id,
        reversible: false,
      })
      expect(change?.after).toEqual({ name: 'Nuria Sanz', email: 'Nuria@Example.com', rol: 2 })
      const login = await openBrowser(office.server).send('POST', '/auth/login', { email: 'NURIA@example.com', password: person.password })
      expect(login.json()).toMatchObject({ '2fa': false, name: 'Nuria Sanz' })
      expect((await rowOf(id))?.passwordHash).toMatch(/^\$argon2id\$/)
    })

    test.each([1, 2])('assigns the requested role %i [R5 new accounts]', async (rol) => {
      expect((await read(await create({ rol }))).rol).toBe(rol)
    })

    test.each([
      ['name', undefined, messages.required],
      ['name', '', messages.required],
      ['name', '   ', messages.required],
      ['name', 'ab', messages.tooShort(3)],
      ['name', ' ab ', messages.tooShort(3)],
      ['name', 'a'.repeat(51), messages.tooLong(50)],
      ['email', undefined, messages.required],
      ['email', '', messages.required],
      ['email', 'nuria', messages.email],
      ['email', 'nuria@example', messages.email],
      ['email', 'nuria@example.nosuchtld', messages.email],
      ['password', undefined, messages.required],
      ['password', '', messages.required],
      ['password', 'ab', messages.password],
      ['password', 'a'.repeat(31), messages.password],
      ['password', 'abc def', messages.password],
      ['password', 'abcñ', messages.password],
      ['rol', 3, 'Must be 1 or 2.'],
      ['rol', '1', 'Must be 1 or 2.'],
    ])('rejects the %s %j and names the field [1.5 create user]', async (field, value, message) => {
      const reply = await office.admin.send('POST', '/users', { ...person, [field]: value })
      expect([reply.statusCode, reply.json()]).toEqual([
        400,
        expect.objectContaining({ error: 'bad_request', details: { [field]: message } }),
      ])
      expect(await audited()).toEqual([])
    })

    test.each([
      ['name', 'abc'],
      ['name', 'a'.repeat(50)],
      ['password', 'abc'],
      ['password', 'A1'.repeat(15)],
    ])('accepts the %s %s [1.5 create user]', async (field, value) => {
      expect((await office.admin.send('POST', '/users', { ...person, [field]: value })).statusCode).toBe(200)
    })

    test('rejects an unknown field and names it [R20 unknown fields]', async () => {
      const reply = await office.admin.send('POST', '/users', { ...person, totpSecret: 'x' })
      expect(reply.json()).toMatchObject({ statusCode: 400, error: 'unknown_field', details: { totpSecret: 'Unknown field.' } })
    })

    test.each([
      ['nuria@example.com', 'NURIA@Example.COM'],
      ['ñuria@example.com', 'Ñuria@example.com'],
      ['nuria@xn--espaa-rta.com', 'Nuria@ESPAÑA.com'],
      ['nuria@españa.com', 'nuria@xn--espaa-rta.com'],
    ])('%s and %s count as the same address [1.8 e-mail exists]', async (first, second) => {
      await create({ email: first })
      const reply = await office.admin.send('POST', '/users', { ...person, email: second })
      expect(reply.json()).toMatchObject({
        statusCode: 409,
        error: 'email_conflict',
        message: 'Email already exists.',
        details: { email: 'Email already exists.' },
      })
    })

    test('creates one of two parallel accounts with one address', async () => {
      const replies = await Promise.all(
        ['Nuria@example.com', 'nuria@Example.com'].map((email) => office.admin.send('POST', '/users', { ...person, email })),
      )
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    })
  })

  describe('GET /users', () => {
    const list = async (query = '') => {
      const reply = await office.admin.get(`/users${query}`)
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json<{ rows: UserAccount[]; pagination: { total_results: number; current_page: number } }>()
    }

    // [1.3 back-office user] [1.7 list users]
    test('sorts by ascending id, returns ten a page and omits hashes and secrets', async () => {
      for (let n = 0; n < 11; n += 1) await makeStaff(office.server, { rol: 2 })
      const reply = await office.admin.get('/users')
      expect(reply.body).not.toMatch(/hash|secret|argon2/i)
      const { rows, pagination } = reply.json<Awaited<ReturnType<typeof list>>>()
      expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => a - b))
      expect([rows.length, pagination.total_results, rows[0]?.id]).toEqual([10, 12, office.admin.staff.id])
      expect((await list('?page=2&length=10')).rows).toHaveLength(2)
      expect((await list('?page=9&perPage=10')).pagination.current_page).toBe(2)
    })

    test.each([
      ['name', 'asc', ['ana', 'Bea', 'carl']],
      ['name', 'desc', ['carl', 'Bea', 'ana']],
      ['email', 'asc', ['carl', 'Bea', 'ana']],
      ['id', 'desc', ['carl', 'Bea', 'ana']],
      ['rol', 'asc', ['ana', 'carl', 'Bea']],
    ])('sorts by %s %s', async (sortField, sortDirection, names) => {
      const made = [
        ['ana', 'z@example.com', 1],
        ['Bea', 'M@example.com', 2],
        ['carl', 'a@example.com', 1],
      ] as const
      for (const [name, email, rol] of made) {
        const { id } = await makeStaff(office.server, { rol, email })
        await orm().update(staff).set({ name }).where(eq(staff.id, id))
      }
      const { rows } = await list(`?sortField=${sortField}&sortDirection=${sortDirection}`)
      expect(rows.map(({ name }) => name).filter((name) => !name.startsWith('Staff'))).toEqual(names)
    })

    test.each([
      ['quay', ['sam@quaydesk.test', 'Marta@QUAYDESK.test']],
      [' MARTA@ ', ['Marta@QUAYDESK.test']],
      ['%', ['50%@example.com']],
      ['_', ['under_score@example.com']],
      ['nobody', []],
    ])('finds %j in the e-mail [1.2 users search]', async (term, emails) => {
      for (const email of ['sam@quaydesk.test', 'Marta@QUAYDESK.test', '50%@example.com', 'under_score@example.com'])
        await makeStaff(office.server, { rol: 2, email })
      expect((await list(`?searchTerm=${encodeURIComponent(term)}`)).rows.map(({ email }) => email)).toEqual(emails)
    })

    test.each(['?sortField=passwordHash', '?page=0', '?perPage=151', '?sortDirection=up'])('refuses %s', async (query) => {
      expect((await office.admin.get(`/users${query}`)).statusCode).toBe(400)
    })

    test('marks the last account with role 1', async () => {
      expect((await list()).rows.map(({ isLastFull }) => isLastFull)).toEqual([true])
      await makeStaff(office.server, { rol: 2 })
      expect((await list()).rows.map(({ isLastFull }) => isLastFull)).toEqual([true, false])
      await makeStaff(office.server, { rol: 1 })
      expect((await list()).rows.map(({ isLastFull }) => isLastFull)).toEqual([false, false, false])
    })
  })

  test.each(['/users/987654', '/users/987654/sessions'])(
    'GET %s responds with 404: unknown user [1.7 get user] [1.8 user not found]',
    async (path) => {
      expect((await office.admin.get(path)).json()).toMatchObject({ statusCode: 404, error: 'not_found', message: 'User not found' })
    },
  )

  test.each(['/users/0', '/users/create', '/users/1.5', '/users/99999999999'])('GET %s responds with 404: invalid id', async (path) => {
    expect((await office.admin.get(path)).statusCode).toBe(404)
  })
})

describeDatabase('with a longer least password', (engine) => {
  const database = engine.use()

  test('rejects 11 characters, accepts 12, and tells the console the minimum [R11 password length]', async () => {
    const server = await buildTestApp(database.current, { passwordMinLength: 12 })
    const admin = await signIn(server)
    const text = 'Enter an alphanumeric password between 12 and 30 characters.'
    const create = (password: string) => admin.send('POST', '/users', { ...person, password })
    expect((await create('a'.repeat(11))).json()).toMatchObject({ statusCode: 400, error: 'bad_request', details: { password: text } })
    expect((await create('a'.repeat(12))).statusCode).toBe(200)
    expect((await admin.send('PATCH', `/users/${admin.staff.id}`, { password: 'a'.repeat(11) })).json()).toMatchObject({
      details: { password: text },
    })
    expect((await admin.get('/auth/me')).json()).toMatchObject({ passwordMinLength: 12 })
    await server.app.close()
  })
})
