import { eq } from 'drizzle-orm'
import { sessions, staff } from '../../server/db/schema/staff.ts'
import { cookieName } from '../../server/http/access/cookies.ts'
import { apiBase } from '../../server/http/mount.ts'
import { createToken, revokeToken } from '../../server/product/tokens/change.ts'
import { startChallenge } from '../../server/resources/auth/challenges.ts'
import { endSessions } from '../../server/resources/auth/sessions.ts'
import { roleMay } from '../../src/contract/capabilities.ts'
import type { Access, Endpoint } from '../../src/contract/endpoint.ts'
import type { TokenScope } from '../../src/contract/tokens.ts'
import type { TestApp } from './app.ts'
import { type Browser, makeStaff, openBrowser, signIn } from './sign-in.ts'

/** An endpoint as lists of them name it, such as `GET /undo`. */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

type Outcome = 'admitted' | '401 unauthorized' | '401 challenge_expired' | '403 forbidden' | '403 step_up_required'

/** Every kind of visitor and the expected outcome. */
export const visitors: Record<
  string,
  { open: (server: TestApp) => Promise<Browser>; outcome: (access: Access, endpoint: Endpoint) => Outcome }
> = {
  nobody: { open: async (server) => openBrowser(server), outcome: withoutSession },
  'a password without its code': {
    open: withChallenge,
    outcome: (access) => (isBeforeSession(access) ? 'admitted' : withoutSession(access)),
  },
  'role 1': { open: (server) => signIn(server, { rol: 1 }), outcome: (access) => withRole(1, access) },
  'role 2': { open: (server) => signIn(server, { rol: 2 }), outcome: (access) => withRole(2, access) },
  'a role nobody knows': { open: (server) => signIn(server, { rol: 3 }), outcome: (access) => withRole(3, access) },
  'a session that was ended': {
    open: async (server) => {
      const browser = await signIn(server)
      await server.context.database.orm.transaction((tx) => endSessions(tx, browser.staff.id))
      return browser
    },
    outcome: withoutSession,
  },
  'a passkey alone': { open: (server) => signedInBy(server, {}), outcome: (access) => withRole(1, access) },
  'the provider': {
    open: (server) => signedInBy(server, { providerSession: 'sid', refreshedAt: server.clock.now() }),
    outcome: (access) => withRole(1, access),
  },
  'role 1 without a fresh proof': {
    open: (server) => signedInBy(server, { provenAt: server.clock.now() - 15 * 60 }),
    outcome: (access, endpoint) => withoutProof(1, access, endpoint),
  },
  'role 2 without a fresh proof': {
    open: (server) => signedInBy(server, { provenAt: 0 }, 2),
    outcome: (access, endpoint) => withoutProof(2, access, endpoint),
  },
  'an account that is switched off': {
    open: async (server) => {
      const browser = await signIn(server)
      await server.context.database.orm.update(staff).set({ disabledAt: 1 }).where(eq(staff.id, browser.staff.id))
      return browser
    },
    outcome: withoutSession,
  },
  'a password of an account that is switched off': {
    open: async (server) => {
      const browser = await withChallenge(server)
      await server.context.database.orm.update(staff).set({ disabledAt: 1 })
      return browser
    },
    outcome: withoutSession,
  },
  'an account that was deleted': {
    open: async (server) => {
      const browser = await signIn(server)
      await server.context.database.orm.delete(staff).where(eq(staff.id, browser.staff.id))
      return browser
    },
    outcome: withoutSession,
  },
  'a service token for reading': {
    open: (server) => withToken(server, ['read']),
    outcome: (access, endpoint) =>
      typeof access === 'object' && !endpoint.changesState && !forPeople.includes(nameOf(endpoint))
        ? 'admitted'
        : withoutCapability(access),
  },
  'a service token for ingest': { open: (server) => withToken(server, ['ingest']), outcome: withoutCapability },
  'a service token that was revoked': {
    open: (server) => withToken(server, ['ingest', 'read'], { isRevoked: true }),
    outcome: withoutSession,
  },
}

/** Reads tied to a person: their changes, their playbooks, their one download at a time, their sessions, a customer's personal data. */
const forPeople = [
  'GET /undo',
  'GET /playbooks',
  'GET /invoices/files/zip',
  'GET /users/{id}/sessions',
  'GET /customers/{id}/personal-data',
]

function withoutCapability(access: Access): Outcome {
  return access === 'public' || isBeforeSession(access) ? withoutSession(access) : '403 forbidden'
}

/** A program: it has no cookies and sends its token in a header. */
async function withToken(server: TestApp, scopes: TokenScope[], { isRevoked = false } = {}): Promise<Browser> {
  const { database, now } = server.context
  const actor = { staff: { id: null, email: 'test' }, ip: null }
  const { id, token } = await createToken(database.orm, actor, { name: 'Our product', scopes }, now())
  if (isRevoked) await revokeToken(database.orm, actor, id, now())
  const browser = openBrowser(server)
  const inject: Browser['inject'] = (options) =>
    browser.inject({ ...options, headers: { ...options.headers, authorization: `Bearer ${token}` } })
  return { ...browser, inject, get: (path) => inject({ method: 'GET', url: apiBase + path }) }
}

/** What a challenge gives access to. */
const isBeforeSession = (access: Access) => access === 'challenge' || access === 'activation'

function withoutSession(access: Access): Outcome {
  if (access === 'public') return 'admitted'
  return isBeforeSession(access) ? '401 challenge_expired' : '401 unauthorized'
}

/** What an account with this role is answered, its proof being fresh. */
export function withRole(rol: number, access: Access): Outcome {
  if (isBeforeSession(access)) return '401 challenge_expired'
  return typeof access === 'string' || roleMay(rol, access.capability) ? 'admitted' : '403 forbidden'
}

function withoutProof(rol: number, access: Access, { stepUp }: Endpoint): Outcome {
  const outcome = withRole(rol, access)
  return outcome === 'admitted' && access !== 'public' && stepUp !== undefined ? '403 step_up_required' : outcome
}

/** A session as another way to sign in leaves it. */
async function signedInBy(server: TestApp, session: Partial<typeof sessions.$inferInsert>, rol = 1): Promise<Browser> {
  const browser = await signIn(server, { rol })
  const { orm } = server.context.database
  if (Object.keys(session).length > 0) await orm.update(sessions).set(session).where(eq(sessions.staffId, browser.staff.id))
  return browser
}

async function withChallenge(server: TestApp): Promise<Browser> {
  const { database, config, now } = server.context
  const browser = openBrowser(server)
  const person = await makeStaff(server)
  browser.cookies.set(cookieName('challenge', config), await startChallenge(database.orm, person.id, now()))
  return browser
}
