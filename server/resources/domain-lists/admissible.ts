import { eq } from 'drizzle-orm'
import { duplicateDomain } from '../../../src/contract/domain-lists.ts'
import { decidingRule } from '../../../src/contract/domain-rules.ts'
import { normalizeDomain } from '../../../src/contract/domains.ts'
import { type DomainListName } from '../../../src/contract/listed-domains.ts'
import { coveringEntries } from '../../../src/contract/qr-rules.ts'
import type { Db } from '../../db/connect.ts'
import { domainTables, readCovering } from '../../db/domain-lists.ts'
import { ApiError } from '../../http/errors.ts'
import { listWords, otherList } from './tables.ts'

/** Why a domain can't be in a list. */
interface Refused {
  code: 'domain_already_exists' | 'conflict' | 'unavailable_action'
  reason: string
}

/**
 * Why a domain can't be added to a list: no duplicates, not in the other list too (ruling 46), and our own hosts are
 * never blocked (ruling 47). Null if it can. Call it with the lists locked.
 * @param own the product's own hosts, lower case
 */
export async function whyNotInList(db: Db, list: DomainListName, domain: string, own: readonly string[]): Promise<Refused | null> {
  if (await holds(db, list, domain)) return { code: 'domain_already_exists', reason: duplicateDomain[list] }
  const other = otherList[list]
  if (await holds(db, other, domain)) return { code: 'conflict', reason: `${domain} is ${article(other)} domain: remove it there first.` }
  const host = list === 'blacklisted' ? own.find((each) => coveringEntries(normalizeDomain(each) ?? each).includes(domain)) : undefined
  return host === undefined ? null : { code: 'unavailable_action', reason: `Our own domain. ${host} can’t be blocked.` }
}

const article = (list: DomainListName) => (list === 'whitelisted' ? 'an allowed' : `a ${listWords[list]}`)

async function holds(db: Db, list: DomainListName, domain: string): Promise<boolean> {
  const table = domainTables[list]
  const rows = await db.select({ id: table.id }).from(table).where(eq(table.domain, domain))
  return rows.length > 0
}

/**
 * Throws instead.
 * @throws ApiError domain_already_exists, conflict, unavailable_action
 */
export async function requireAdmissible(db: Db, list: DomainListName, domain: string, own: readonly string[]): Promise<void> {
  const refused = await whyNotInList(db, list, domain, own)
  if (refused !== null) throw new ApiError(refused.code, refused.reason)
}

/**
 * The allowed entry that overrules a blocked one entirely; null if none does. Only a '*.' entry can overrule another:
 * `a.example` leaves everything below `*.a.example` blocked.
 */
export async function overruledBy(db: Db, list: DomainListName, domain: string): Promise<string | null> {
  if (list === 'whitelisted') return null
  const host = domain.replace(/^\*\./, '')
  const { blocked, allowed } = await readCovering(db, host)
  const covering = [...allowed.keys()].filter((entry) => host === domain || entry.startsWith('*.'))
  const rule = decidingRule(host, new Set(blocked.keys()), new Set(covering))
  return rule?.list === 'whitelisted' ? rule.entry : null
}
