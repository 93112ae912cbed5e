import { inArray, sql } from 'drizzle-orm'
import { coveringEntries } from '../../src/contract/qr-rules.ts'
import type { Db } from '../db/connect.ts'
import { blacklistedDomains, whitelistedDomains } from '../db/schema/security.ts'

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
  const asked = [...new Set([...entries.values()].flat())]
  if (asked.length === 0) return { allowed: new Set(), blocked: new Set() }
  const among = async (table: typeof blacklistedDomains | typeof whitelistedDomains) => {
    const rows = await db.select({ domain: table.domain }).from(table).where(inArray(table.domain, asked))
    const found = new Set(rows.map(({ domain }) => domain))
    return new Set(domains.filter((domain) => entries.get(domain)?.some((entry) => found.has(entry))))
  }
  return { allowed: await among(whitelistedDomains), blocked: await among(blacklistedDomains) }
}
