import { eq } from 'drizzle-orm'
import { normalizeDomain } from '../../../src/contract/domains.ts'
import type { DomainListName, ListedDomain } from '../../../src/contract/listed-domains.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { domainTables, lockDomainLists } from '../../db/domain-lists.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { ownHosts } from '../qrs/own-hosts.ts'
import { overruledBy, requireAdmissible } from './admissible.ts'
import { targetTypes } from './tables.ts'

/** Who changes which list. */
interface Change {
  context: Pick<AppContext, 'database' | 'config' | 'now'>
  actor: Actor
  list: DomainListName
}

/** An entry after a change. */
export interface Changed extends ListedDomain {
  /** Absent if nothing changed (ruling 53). */
  auditId?: number
  overruledBy: string | null
}

/**
 * Adds a domain. Locks both lists, so that no domain ends up in both.
 * @param typed as accepted by `TypedDomain`
 * @throws ApiError domain_already_exists, conflict, unavailable_action
 */
export async function addDomain({ context, actor, list }: Change, typed: string): Promise<Changed> {
  const { database, config, now } = context
  const domain = stored(typed)
  return database.orm.transaction(async (tx) => {
    await lockDomainLists(tx)
    await requireAdmissible(tx, list, domain, ownHosts(config))
    const [row] = await tx.insert(domainTables[list]).values({ domain, createdAt: now() }).returning()
    if (row === undefined) throw new Error('the domain was not added')
    const auditId = await record(tx, { context, actor, list }, 'add', row.id, { domain: null }, { domain })
    return { ...row, auditId, overruledBy: await overruledBy(tx, list, domain) }
  })
}

/**
 * Changes an entry's domain.
 * @param from the domain the edit is based on, if given
 * @throws ApiError not_found; stale with the current domain; as `addDomain`
 */
export async function editDomain({ context, actor, list }: Change, id: number, typed: string, from?: string): Promise<Changed> {
  const domain = stored(typed)
  return context.database.orm.transaction(async (tx) => {
    await lockDomainLists(tx)
    const before = await requireEntry(tx, list, id, from)
    if (before.domain === domain) return { ...before, overruledBy: await overruledBy(tx, list, domain) }
    await requireAdmissible(tx, list, domain, ownHosts(context.config))
    await tx.update(domainTables[list]).set({ domain }).where(eq(domainTables[list].id, id))
    const auditId = await record(tx, { context, actor, list }, 'edit', id, { domain: before.domain }, { domain })
    return { ...before, domain, auditId, overruledBy: await overruledBy(tx, list, domain) }
  })
}

/**
 * Removes an entry.
 * @throws ApiError not_found; stale with the current domain
 */
export async function removeDomain({ context, actor, list }: Change, id: number, from?: string): Promise<number> {
  return context.database.orm.transaction(async (tx) => {
    await lockDomainLists(tx)
    const { domain, createdAt } = await requireEntry(tx, list, id, from)
    await tx.delete(domainTables[list]).where(eq(domainTables[list].id, id))
    return record(tx, { context, actor, list }, 'remove', id, { domain, createdAt }, { domain: null, createdAt: null })
  })
}

function stored(typed: string): string {
  const domain = normalizeDomain(typed)
  if (domain === null) throw new Error('a domain came past its check')
  return domain
}

async function requireEntry(tx: Db, list: DomainListName, id: number, from: string | undefined): Promise<ListedDomain> {
  const table = domainTables[list]
  const [entry] = await tx.select().from(table).where(eq(table.id, id))
  if (entry === undefined) throw new ApiError('not_found', 'The domain is not in the list any more.')
  if (from !== undefined && from !== entry.domain)
    throw new ApiError('stale', `Somebody changed it in the meantime: it is ${entry.domain} now.`, { details: { domain: entry.domain } })
  return entry
}

function record(
  tx: Db,
  { context, actor, list }: Change,
  verb: 'add' | 'edit' | 'remove',
  targetId: number,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<number> {
  const targetType = targetTypes[list]
  const action = `${targetType}.${verb}` as const
  return writeAudit(tx, { ...actor, now: context.now(), action, targetType, targetId, before, after, reversible: true })
}
