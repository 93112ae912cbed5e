import { afterAll, beforeAll, beforeEach } from 'vitest'
import { blacklistedDomains, whitelistedDomains } from '../../server/db/schema/security.ts'
import { buildTestApp, type TestApp, testStart } from './app.ts'
import type { Engine } from './database.ts'
import { type Browser, signIn } from './sign-in.ts'

export const paths = { blocked: '/blacklisted-domains', allowed: '/whitelisted-domains' } as const
export type List = keyof typeof paths
const tables = { blocked: blacklistedDomains, allowed: whitelistedDomains }

/** A server with empty lists of domains for each test. Call it in a `describe`. */
export function useDomainLists(engine: Engine) {
  const database = engine.use()
  let server: TestApp
  let browser: Browser

  beforeAll(async () => {
    server = await buildTestApp(database.current, { publicSiteUrl: 'https://qr.own.example', appUrl: 'https://größe.example:8443/app' })
  })
  beforeEach(async () => {
    await database.empty()
    browser = await signIn(server)
  })
  afterAll(() => server.app.close())

  /** Adds domains to a list, one second apart, and returns their ids. */
  const have = async (list: List, ...domains: string[]) => {
    const rows = domains.map((domain, index) => ({ domain, createdAt: testStart - 100 + index }))
    const added = await database.current.orm.insert(tables[list]).values(rows).returning({ id: tables[list].id })
    return added.map(({ id }) => id)
  }

  return {
    database,
    get server() {
      return server
    },
    get browser() {
      return browser
    },
    have,
  }
}
