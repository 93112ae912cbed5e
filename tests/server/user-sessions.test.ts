import { describe, expect, test } from 'vitest'
import { sessions, signInChallenges } from '../../server/db/schema/staff.ts'
import { startChallenge } from '../../server/resources/auth/challenges.ts'
import type { UserSession } from '../../src/contract/user-sessions.ts'
import { useBackOffice } from '../support/back-office.ts'
import { describeDatabase } from '../support/database.ts'
import { activateTwoFactor, makeStaff } from '../support/sign-in.ts'

describeDatabase('sign-ins of back-office accounts', (engine) => {
  const office = useBackOffice(engine)
  const { read, rowOf, audited, alsoSignedIn, isSignedIn, orm } = office

  describe('PATCH /users/reset-2fa/{id}', () => {
    const reset = (id: number) => office.admin.send('PATCH', `/users/reset-2fa/${id}`, {})

    test('removes the authenticator and ends sessions; it can then be set up again [1.7 reset 2fa] [R10 sessions ended]', async () => {
      const other = await makeStaff(office.server, { rol: 2 })
      await activateTwoFactor(office.server, other)
      const theirs = await alsoSignedIn(other)
      await startChallenge(orm(), other.id, office.server.clock.now())
      expect((await read(other.id))['2fa']).toBe(true)
      expect((await reset(other.id)).json()).toMatchObject({ success: true })
      expect(await read(other.id)).toMatchObject({ '2fa': false, version: 2 })
      expect(await isSignedIn(theirs)).toBe(false)
      expect(await orm().select().from(signInChallenges)).toEqual([])
      expect((await rowOf(other.id))?.totpLastStep).toBeNull()
      expect((await audited()).at(-1)).toMatchObject({ action: 'user.reset-2fa', before: { '2fa': true }, after: { '2fa': false } })
      await activateTwoFactor(office.server, other)
      expect((await read(other.id))['2fa']).toBe(true)
    })

    test('is refused if 2FA is off or was just reset', async () => {
      const other = await makeStaff(office.server, { rol: 2 })
      expect((await reset(other.id)).json()).toMatchObject({ statusCode: 409, error: 'unavailable_action' })
      await activateTwoFactor(office.server, other)
      const replies = await Promise.all([reset(other.id), reset(other.id)])
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    })

    test('responds with 404 for an unknown user', async () => {
      expect((await reset(987_654)).json()).toMatchObject({ statusCode: 404, message: 'User not found' })
    })
  })

  describe('sessions', () => {
    const list = async (id: number) => (await office.admin.get(`/users/${id}/sessions`)).json<{ rows: UserSession[] }>().rows

    test('are listed by last activity, without expired ones, with the current one marked [1.7 list sessions]', async () => {
      office.server.clock.advance(5)
      await alsoSignedIn(office.admin.staff)
      const start = office.server.clock.now()
      const { sessionIdleMinutes, sessionMaxHours } = office.server.context.config
      const old = { staffId: office.admin.staff.id, ip: null, userAgent: null }
      await orm()
        .insert(sessions)
        .values([
          { ...old, idHash: 'idle', createdAt: start - sessionIdleMinutes * 60, lastSeenAt: start - sessionIdleMinutes * 60 },
          { ...old, idHash: 'old', createdAt: start - sessionMaxHours * 3600, lastSeenAt: start },
        ])
      const reply = await office.admin.get(`/users/${office.admin.staff.id}/sessions`)
      expect(reply.body).not.toMatch(/hash/i)
      expect(reply.json<{ rows: UserSession[] }>().rows.map(({ id: _id, ...row }) => row)).toEqual([
        { createdAt: start, lastSeenAt: start, ip: '10.0.0.9', userAgent: 'phone', isCurrent: false },
        { createdAt: start - 5, lastSeenAt: start - 5, ip: '127.0.0.1', userAgent: 'test', isCurrent: true },
      ])
    })

    test('can be ended one at a time; ending one again responds with 404 [1.7 end session]', async () => {
      const other = await makeStaff(office.server, { rol: 2 })
      const [first, second] = [await alsoSignedIn(other), await alsoSignedIn(other)]
      const [newest] = await list(other.id)
      const end = () => office.admin.send('DELETE', `/users/${other.id}/sessions/${newest?.id}`)
      expect((await end()).json()).toMatchObject({ success: true })
      expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, false])
      expect((await end()).json()).toMatchObject({ statusCode: 404, message: 'This session has ended already.' })
      expect((await audited()).map(({ action, before }) => [action, before])).toEqual([
        ['user.end-session', { session: newest?.id, ip: '10.0.0.9', userAgent: 'phone', createdAt: office.server.clock.now() }],
      ])
    })

    test('can’t be ended through another user’s id', async () => {
      const [one, other] = [await makeStaff(office.server, { rol: 2 }), await makeStaff(office.server, { rol: 2 })]
      const theirs = await alsoSignedIn(one)
      const [session] = await list(one.id)
      expect((await office.admin.send('DELETE', `/users/${other.id}/sessions/${session?.id}`)).statusCode).toBe(404)
      expect(await isSignedIn(theirs)).toBe(true)
    })

    test('can all be ended at once with pending sign-ins, and their number is returned [1.7 end all sessions]', async () => {
      const other = await makeStaff(office.server, { rol: 2 })
      const theirs = [await alsoSignedIn(other), await alsoSignedIn(other)]
      await startChallenge(orm(), other.id, office.server.clock.now())
      const end = () => office.admin.send('DELETE', `/users/${other.id}/sessions`)
      expect((await end()).json()).toMatchObject({ success: true, ended: 2 })
      expect(await Promise.all(theirs.map(isSignedIn))).toEqual([false, false])
      expect(await orm().select().from(signInChallenges)).toEqual([])
      expect((await end()).json()).toEqual({ success: true, ended: 0 })
      expect((await audited()).map(({ action, before }) => [action, before])).toEqual([
        ['user.end-sessions', { sessions: 2, knownBrowsers: 0 }],
      ])
    })

    test('respond with 404 for an unknown user', async () => {
      for (const path of ['/users/987654/sessions', '/users/987654/sessions/1'])
        expect((await office.admin.send('DELETE', path)).json()).toMatchObject({ statusCode: 404, message: 'User not found' })
    })
  })
})
