import type { JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { sessions, staff } from '../../../server/db/schema/staff.ts'
import { silentLog } from '../../../server/process/log.ts'
import { refreshSessions } from '../../../server/resources/auth/provider/refresh.ts'
import { useCompanySignIn } from '../../support/company-sign-in.ts'
import { describeDatabase } from '../../support/database.ts'
import type { Spoiled } from '../../support/openid-stand-in.ts'
import { signIn } from '../../support/sign-in.ts'

describeDatabase('company sign-in', (engine) => {
  const running = useCompanySignIn(engine)
  const { database, enter, me, audited } = running

  describe('a session', () => {
    const later = async () => {
      running.server.clock.advance(300)
      await refreshSessions(running.server.context, silentLog)
      running.server.clock.advance(-300)
    }

    test('is asked for again every five minutes, with the newest refresh token, which is stored encrypted', async () => {
      const { of } = await enter()
      const [before] = await database.current.orm.select().from(sessions)
      expect(before?.refreshToken).toMatch(/^v1\./)
      await refreshSessions(running.server.context, silentLog)
      expect((await database.current.orm.select().from(sessions))[0]?.refreshToken).toBe(before?.refreshToken)
      await later()
      expect((await database.current.orm.select().from(sessions))[0]?.refreshToken).not.toBe(before?.refreshToken)
      expect(await me(of)).toMatchObject({ email: 'tom@example.com' })
    })

    test('ends when the provider says no', async () => {
      const { of } = await enter()
      running.provider.state.refreshTokens.clear()
      await later()
      expect(await me(of)).toMatchObject({ statusCode: 401 })
    })

    test('stays when the provider no longer knows the client', async () => {
      const { of } = await enter()
      running.provider.state.spoiled = { status: 401, error: 'invalid_client' }
      await later()
      expect(await me(of)).toMatchObject({ email: 'tom@example.com' })
    })

    test('ends when the groups are gone', async () => {
      const { of } = await enter()
      running.provider.state.person = { ...running.provider.state.person, groups: ['marketing'] }
      await later()
      expect(await me(of)).toMatchObject({ statusCode: 401 })
    })

    test('ends with a new role, which is audited, but the last role 1 of two at once stays', async () => {
      await database.current.orm.update(staff).set({ rol: 2 })
      for (const sub of ['p1', 'p2']) {
        running.provider.state.person = { ...running.provider.state.person, sub, email: `${sub}@example.com`, groups: ['leads'] }
        await enter()
      }
      running.provider.state.person = { ...running.provider.state.person, groups: ['support'] }
      const rows = await database.current.orm.select().from(sessions)
      expect(rows).toHaveLength(2)
      running.server.clock.advance(300)
      await Promise.all([refreshSessions(running.server.context, silentLog), refreshSessions(running.server.context, silentLog)])
      running.server.clock.advance(-300)
      const roles = (await database.current.orm.select().from(staff)).filter(({ email }) => /^p\d@/.test(email)).map(({ rol }) => rol)
      expect(roles.toSorted((a, b) => a - b)).toEqual([1, 2])
      expect((await audited()).at(-1)).toEqual(['auth.provider', { rol: 2 }])
    })

    test('is asked for once by two servers', async () => {
      const { of } = await enter()
      running.server.clock.advance(300)
      await Promise.all([refreshSessions(running.server.context, silentLog), refreshSessions(running.server.context, silentLog)])
      running.server.clock.advance(-300)
      expect(await me(of)).toMatchObject({ email: 'tom@example.com' })
    })
  })

  describe('a notice of the provider', () => {
    const notify = async (token: string) =>
      (
        await running.server.app.inject({
          method: 'POST',
          url: '/sign-in/logout',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: `logout_token=${encodeURIComponent(token)}`,
        })
      ).statusCode

    test('ends all sessions of a person there, and no others', async () => {
      const [first, second] = [await enter(), await enter()]
      const local = await signIn(running.server)
      expect(await notify(await running.provider.logoutToken())).toBe(200)
      expect([await me(first.of), await me(second.of)]).toEqual([
        expect.objectContaining({ statusCode: 401 }),
        expect.objectContaining({ statusCode: 401 }),
      ])
      expect((await local.get('/auth/me')).statusCode).toBe(200)
    })

    test('ends the one session that it names', async () => {
      const first = await enter()
      running.provider.state.session = 'session-2'
      const second = await enter()
      expect(await notify(await running.provider.logoutToken({ sid: 'session-2' }))).toBe(200)
      expect([await me(first.of), await me(second.of)]).toEqual([
        expect.objectContaining({ email: 'tom@example.com' }),
        expect.objectContaining({ statusCode: 401 }),
      ])
    })

    const now = Math.floor(Date.now() / 1000)
    test.each<[string, Spoiled, JWTPayload]>([
      ['with a wrong key', { key: 'unknown' }, {}],
      ['without a signature', { key: 'none' }, {}],
      ['of a foreign issuer', { claims: { iss: 'https://evil.example' } }, {}],
      ['for a foreign audience', { claims: { aud: 'another' } }, {}],
      ['that is old', { claims: { iat: now - 900, exp: now + 900 } }, {}],
      ['with a nonce, as an ID token has', {}, { nonce: 'n' }],
      ['about nothing', {}, { events: {} }],
      ['about nobody', { without: 'sub' }, {}],
    ])('%s is refused', async (_what, spoiled, claims) => {
      const { of } = await enter()
      running.provider.state.spoiled = spoiled
      expect(await notify(await running.provider.logoutToken(claims))).toBe(400)
      expect(await me(of)).toMatchObject({ email: 'tom@example.com' })
    })

    test('without a token is refused', async () => {
      expect(await notify('')).toBe(400)
      expect((await running.server.app.inject({ method: 'POST', url: '/sign-in/logout', payload: {} })).statusCode).toBe(400)
    })
  })
})
