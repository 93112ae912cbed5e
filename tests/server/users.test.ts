import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { signInChallenges, staff } from '../../server/db/schema/staff.ts'
import { startChallenge } from '../../server/resources/auth/challenges.ts'
import { verifyPassword } from '../../server/resources/auth/passwords.ts'
import { messages } from '../../src/contract/fields.ts'
import type { UserAccount } from '../../src/contract/users.ts'
import { buildTestApp } from '../support/app.ts'
import { useBackOffice } from '../support/back-office.ts'
import { describeDatabase } from '../support/database.ts'
import { type Browser, makeStaff, openBrowser, signIn, testPassword } from '../support/sign-in.ts'

const person = { name: 'Nuria Sanz', email: 'nuria@example.com', password: 'harbour7' }

describeDatabase('back-office accounts', (engine) => {
  const office = useBackOffice(engine)
  const { read, rowOf, audited, alsoSignedIn, isSignedIn, orm } = office
  const edit = (id: number, body: object, by: Browser = office.admin) => by.send('PATCH', `/users/${id}`, body)
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

  describe('PATCH /users/{id}', () => {
    test('changes the name, keeps password, role and sessions, and can be undone [1.7 edit user] [R11 password left out]', async () => {
      const other = await makeStaff(office.server, { rol: 2 })
      const theirs = await alsoSignedIn(other)
      const reply = await edit(other.id, { name: 'Nuria Sanz', version: 1 })
      const { auditId } = reply.json<{ auditId: number }>()
      expect(reply.json()).toEqual({ success: true, auditId, undoable: true })
      expect(await read(other.id)).toMatchObject({ name: 'Nuria Sanz', rol: 2, version: 2 })
      expect(await isSignedIn(theirs)).toBe(true)
      expect(await verifyPassword((await rowOf(other.id))?.passwordHash ?? '', testPassword)).toBe(true)
      expect((await office.admin.send('POST', '/undo', { auditId })).json()).toMatchObject({
        message: 'Change of name or role of Nuria Sanz was undone.',
      })
      expect(await read(other.id)).toMatchObject({ name: other.name, version: 3 })
    })

    test('a new password ends sessions and pending sign-ins, and is not shown in the audit trail [R10 sessions ended]', async () => {
      const other = await makeStaff(office.server, { rol: 2 })
      const theirs = await alsoSignedIn(other)
      await startChallenge(orm(), other.id, office.server.clock.now())
      const reply = await edit(other.id, { name: 'Nuria Sanz', password: 'newHarbour8' })
      expect(reply.json()).toMatchObject({ success: true, undoable: true })
      expect(await isSignedIn(theirs)).toBe(false)
      expect(await orm().select().from(signInChallenges)).toEqual([])
      expect(await verifyPassword((await rowOf(other.id))?.passwordHash ?? '', 'newHarbour8')).toBe(true)
      const rows = await audited()
      expect(rows.map(({ action, before, after, reversible }) => ({ action, before, after, reversible }))).toEqual([
        { action: 'user.set-password', before: null, after: { password: 'changed' }, reversible: false },
        { action: 'user.edit', before: { name: other.name }, after: { name: 'Nuria Sanz' }, reversible: true },
      ])
      expect(JSON.stringify(rows)).not.toContain('newHarbour8')
    })

    test('changing only the password can’t be undone', async () => {
      const other = await makeStaff(office.server, { rol: 2 })
      const reply = await edit(other.id, { name: other.name, password: 'newHarbour8', rol: 2 })
      expect(reply.json()).toMatchObject({ success: true, undoable: false })
      expect((await office.admin.send('POST', '/undo')).json()).toMatchObject({ error: 'nothing_to_undo' })
    })

    test('changing your own password ends your session', async () => {
      expect((await edit(office.admin.staff.id, { password: 'newHarbour8' })).statusCode).toBe(200)
      expect(await isSignedIn(office.admin)).toBe(false)
    })

    test('a role change ends sessions, and so does undoing it [R10 sessions ended]', async () => {
      const other = await makeStaff(office.server, { rol: 2 })
      const before = await alsoSignedIn(other)
      const { auditId } = (await edit(other.id, { rol: 1 })).json<{ auditId: number }>()
      expect([await isSignedIn(before), (await read(other.id)).rol]).toEqual([false, 1])
      const after = await alsoSignedIn(other)
      expect((await office.admin.send('POST', '/undo', { auditId })).statusCode).toBe(200)
      expect([await isSignedIn(after), (await read(other.id)).rol]).toEqual([false, 2])
    })

    test('role 1 can be removed from an account only if another one has it [R5 last role 1]', async () => {
      const refused = await edit(office.admin.staff.id, { rol: 2 })
      expect(refused.json()).toMatchObject({ statusCode: 409, error: 'unavailable_action' })
      expect(await isSignedIn(office.admin)).toBe(true)
      await makeStaff(office.server, { rol: 1 })
      expect((await edit(office.admin.staff.id, { rol: 2 })).statusCode).toBe(200)
      expect(await isSignedIn(office.admin)).toBe(false)
    })

    test('a user who may no longer manage accounts can’t undo a role change', async () => {
      const other = await signIn(office.server)
      const third = await makeStaff(office.server, { rol: 2 })
      const { auditId } = (await edit(third.id, { rol: 1 }, other)).json<{ auditId: number }>()
      await edit(other.staff.id, { rol: 2 })
      const demoted = await alsoSignedIn(other.staff)
      expect((await demoted.send('POST', '/undo', { auditId })).json()).toMatchObject({ statusCode: 403, error: 'forbidden' })
      expect((await read(third.id)).rol).toBe(1)
    })

    test('ignores an edit that changes nothing', async () => {
      const other = await makeStaff(office.server, { rol: 2 })
      expect((await edit(other.id, { name: other.name, rol: 2, version: 1 })).json()).toEqual({ success: true })
      expect(await audited()).toEqual([])
      expect((await read(other.id)).version).toBe(1)
    })

    test('rejects a stale version and keeps the password', async () => {
      const other = await makeStaff(office.server, { rol: 2 })
      await edit(other.id, { name: 'Changed first' })
      const reply = await edit(other.id, { name: 'Changed second', password: 'newHarbour8', version: 1 })
      expect(reply.json()).toMatchObject({ statusCode: 409, error: 'stale' })
      expect(await verifyPassword((await rowOf(other.id))?.passwordHash ?? '', testPassword)).toBe(true)
    })

    test.each([
      [{ email: 'new@example.com' }, 'unknown_field'],
      [{ '2fa': false }, 'unknown_field'],
      [{ name: 'ab' }, 'bad_request'],
      [{ name: null }, 'bad_request'],
      [{ password: 'a b c' }, 'bad_request'],
      [{ rol: 3 }, 'bad_request'],
      [{ version: 0 }, 'bad_request'],
    ])('refuses %j', async (body, error) => {
      expect((await edit(office.admin.staff.id, body)).json()).toMatchObject({ statusCode: 400, error })
    })

    test('responds with 404 for an unknown user', async () => {
      expect((await edit(987_654, { name: 'Nobody' })).json()).toMatchObject({ statusCode: 404, message: 'User not found' })
    })
  })

  describe('DELETE /users/{id}', () => {
    test('removes the account and its sessions, and keeps the audit trail readable [1.7 delete user] [R10 sessions ended]', async () => {
      const other = await signIn(office.server, { rol: 1 })
      await edit(office.admin.staff.id, { name: 'Changed by other' }, other)
      const reply = await office.admin.send('DELETE', `/users/${other.staff.id}`)
      expect(reply.json()).toMatchObject({ success: true })
      expect([await isSignedIn(other), await rowOf(other.staff.id)]).toEqual([false, undefined])
      expect((await audited()).map(({ action, actorId, actorEmail, before }) => [action, actorId, actorEmail, before])).toEqual([
        ['user.edit', null, other.staff.email, { name: office.admin.staff.name }],
        [
          'user.delete',
          office.admin.staff.id,
          office.admin.staff.email,
          { name: other.staff.name, email: other.staff.email, rol: 1, '2fa': false },
        ],
      ])
      expect((await office.admin.send('DELETE', `/users/${other.staff.id}`)).json()).toMatchObject({
        statusCode: 404,
        message: 'User not found',
      })
      expect((await office.admin.send('POST', '/undo')).json()).toMatchObject({ error: 'nothing_to_undo' })
    })

    test.each([0, 1])('is refused for your own account, with %i others of role 1 [R5 own account]', async (others) => {
      for (let n = 0; n < others; n += 1) await makeStaff(office.server, { rol: 1 })
      const reply = await office.admin.send('DELETE', `/users/${office.admin.staff.id}`)
      expect(reply.json()).toMatchObject({ statusCode: 409, error: 'unavailable_action', message: 'This is your own account.' })
      expect(await isSignedIn(office.admin)).toBe(true)
    })

    test('frees the e-mail address', async () => {
      const id = await create()
      await office.admin.send('DELETE', `/users/${id}`)
      expect((await office.admin.send('POST', '/users', person)).statusCode).toBe(200)
    })
  })

  describe('two role 1 accounts in parallel [R5 last role 1]', () => {
    const fullAccounts = async () => (await orm().select().from(staff).where(eq(staff.rol, 1))).length

    test.each([
      ['delete each other', (by: Browser, id: number) => by.send('DELETE', `/users/${id}`)],
      ['take the other’s role away', (by: Browser, id: number) => edit(id, { rol: 2 }, by)],
    ])('%s: one remains', async (_name, change) => {
      for (let round = 0; round < 8; round += 1) {
        await orm().delete(staff)
        const [one, two] = [await signIn(office.server), await signIn(office.server)]
        const replies = await Promise.all([change(one, two.staff.id), change(two, one.staff.id)])
        const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
        expect([200, 401, 403]).toContain(statuses[1])
        expect(statuses[0]).toBe(200)
        expect(await fullAccounts()).toBe(1)
      }
    })

    test('both give up their own role: one keeps it', async () => {
      for (let round = 0; round < 8; round += 1) {
        await orm().delete(staff)
        const both = [await signIn(office.server), await signIn(office.server)]
        const replies = await Promise.all(both.map((each) => edit(each.staff.id, { rol: 2 }, each)))
        expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
        expect(await fullAccounts()).toBe(1)
      }
    })
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
