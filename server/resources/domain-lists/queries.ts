import { sql } from 'drizzle-orm'
import { domainSearchText } from '../../../src/contract/domains.ts'
import type { Pagination } from '../../../src/contract/list.ts'
import type { DomainListName, DomainListQuery, ListedDomain } from '../../../src/contract/listed-domains.ts'
import type { Db } from '../../db/connect.ts'
import { domainTables } from '../../db/domain-lists.ts'
import { escapeLike } from '../../db/list/escape-like.ts'
import { byBytes, type ListSource, listPage } from '../../db/list/list.ts'

const columnsOf = ({ id, domain, createdAt }: (typeof domainTables)[DomainListName]) => ({ id, domain, createdAt })
/** Created once: cached statements are keyed by these objects. */
const domainColumns = { blacklisted: columnsOf(domainTables.blacklisted), whitelisted: columnsOf(domainTables.whitelisted) }
type DomainColumns = ReturnType<typeof columnsOf>

/** A page of one of the lists, searched by part of the domain in any script. */
export async function listDomains(
  db: Db,
  list: DomainListName,
  query: DomainListQuery,
): Promise<{ rows: ListedDomain[]; pagination: Pagination }> {
  return listPage(db, domainSource(list, query), query)
}

/** The source of one of the lists. */
export function domainSource(list: DomainListName, query: DomainListQuery): ListSource<DomainColumns> {
  const table = domainTables[list]
  const term = query.searchTerm ?? ''
  const where = term === '' ? undefined : sql`${table.domain} like ${`%${escapeLike(domainSearchText(term))}%`}`
  const order = { createdAt: table.createdAt, domain: byBytes(table.domain), id: table.id }
  return { table, columns: domainColumns[list], where, sortBy: order[query.sort] }
}
