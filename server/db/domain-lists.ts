import { inArray, sql } from 'drizzle-orm'
import type { DomainListName, ListedDomain } from '../../src/contract/listed-domains.ts'
import { coveringEntries } from '../../src/contract/qr-rules.ts'
import type { Db } from './connect.ts'
import { blacklistedDomains, whitelistedDomains } from './schema/security.ts'

/** Each list's table; both have the same shape. */
export const domainTables = { blacklisted: blacklistedDomains, whitelisted: whitelistedDomains } as const

type Entries = ReadonlyMap<string, ListedDomain>

/** Entries of both lists that cover a host: one index look-up per label, whatever the lists' size. */
export async function readCovering(db: Db, host: string): Promise<{ blocked: Entries; allowed: Entries }> {
  const covering = coveringEntries(host)
  const among = async (list: DomainListName) => {
    const table = domainTables[list]
    const rows = await db.select().from(table).where(inArray(table.domain, covering))
    return new Map(rows.map((row) => [row.domain, row]))
  }
  return { blocked: await among('blacklisted'), allowed: await among('whitelisted') }
}

/** Serialises changes to the blocked and allowed domains until the transaction ends, so no domain gets into both. */
export async function lockDomainLists(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(46000010)`)
}

/** The domains covered by each list, directly or by an entry such as '*.example.com'. */
export interface Listed {
  allowed: ReadonlySet<string>
  blocked: ReadonlySet<string>
}

/** @param domains as returned by `normalizeDomain` */
export async function readListed(db: Db, domains: readonly string[]): Promise<Listed> {
  const entries = new Map(domains.map((domain) => [domain, coveringEntries(domain)]))
  const names = [...new Set([...entries.values()].flat())]
  if (names.length === 0) return { allowed: new Set(), blocked: new Set() }
  const among = async (table: typeof blacklistedDomains | typeof whitelistedDomains) => {
    const rows = await db.select({ domain: table.domain }).from(table).where(inArray(table.domain, names))
    const found = new Set(rows.map(({ domain }) => domain))
    return new Set(domains.filter((domain) => entries.get(domain)?.some((entry) => found.has(entry))))
  }
  return { allowed: await among(whitelistedDomains), blocked: await among(blacklistedDomains) }
}
