import { blacklistedDomains, whitelistedDomains } from '../../server/db/schema/security.ts'
import { testStart } from './app.ts'
import type { Engine } from './database.ts'
import { useServer } from './server.ts'

export const paths = { blocked: '/blacklisted-domains', allowed: '/whitelisted-domains' } as const
export type List = keyof typeof paths
const tables = { blocked: blacklistedDomains, allowed: whitelistedDomains }

/** A server with empty lists of domains for each test. Call it in a `describe`. */
export function useDomainLists(engine: Engine) {
  const { database, server, browser } = useServer(engine, {
    emptied: true,
    config: { publicSiteUrl: 'https://qr.own.example', appUrl: 'https://größe.example:8443/app' },
  })

  /** Adds domains to a list, one second apart, and returns their ids. */
  const have = async (list: List, ...domains: string[]) => {
    const rows = domains.map((domain, index) => ({ domain, createdAt: testStart - 100 + index }))
    const added = await database.current.orm.insert(tables[list]).values(rows).returning({ id: tables[list].id })
    return added.map(({ id }) => id)
  }

  return {
    database,
    server,
    browser,
    have,
  }
}
