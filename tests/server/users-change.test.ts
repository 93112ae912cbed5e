import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { signInChallenges, staff } from '../../server/db/schema/staff.ts'
import { startChallenge } from '../../server/resources/auth/challenges.ts'
import { verifyPassword } from '../../server/resources/auth/passwords.ts'
import { useBackOffice } from '../support/back-office.ts'
import { describeDatabase } from '../support/database.ts'
import { type Browser, makeStaff, signIn, testPassword } from '../support/sign-in.ts'

const person = { name: 'Nuria Sanz', email: 'nuria@example.com', password: 'harbour7' }

describeDatabase('changes of back-office accounts', (engine) => {
  const office = useBackOffice(engine)
  const { read, rowOf, audited, alsoSignedIn, isSignedIn, orm } = office
  const edit = (id: number, body: object, by: Browser = office.admin) => by.send('PATCH', `/users/${id}`, body)
  const create = async (over: object = {}) => (await office.admin.send('POST', '/users', { ...person, ...over })).json<{ id: number }>().id

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
