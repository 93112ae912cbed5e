import { asc, eq } from 'drizzle-orm'
import { auditLog, staff } from '../../server/db/schema/staff.ts'
import { cookieName } from '../../server/http/access/cookies.ts'
import { startSession } from '../../server/resources/auth/sessions.ts'
import type { UserAccount } from '../../src/contract/users.ts'
import type { Engine } from './database.ts'
import { useServer } from './server.ts'
import { type Browser, openBrowser } from './sign-in.ts'

/** A server with one account of role 1 that is signed in, anew for each test. Call it in a `describe`. */
export function useBackOffice(engine: Engine) {
  const { database, server, browser: admin } = useServer(engine, { emptied: true })

  const orm = () => database.current.orm
  return {
    server,
    get admin() {
      return admin
    },
    orm,
    read: async (id: number) => (await admin.get(`/users/${id}`)).json<UserAccount>(),
    rowOf: async (id: number) => (await orm().select().from(staff).where(eq(staff.id, id)))[0],
    audited: () => orm().select().from(auditLog).orderBy(asc(auditLog.id)),
    /** A browser with a session of an existing account. */
    alsoSignedIn: async ({ id }: { id: number }) => {
      const browser = openBrowser(server)
      const { config, now } = server.context
      const value = await startSession(orm(), { staffId: id, now: now(), ip: '10.0.0.9', userAgent: 'phone' })
      browser.cookies.set(cookieName('session', config), value)
      return browser
    },
    isSignedIn: async (browser: Browser) => (await browser.get('/auth/me')).statusCode === 200,
  }
}
