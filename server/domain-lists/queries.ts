import { sql } from 'drizzle-orm'
import type { DomainListName, DomainListQuery, ListedDomain } from '../../src/contract/domain-lists.ts'
import { domainSearchText } from '../../src/contract/domains.ts'
import type { Pagination } from '../../src/contract/list.ts'
import type { Db } from '../db/connect.ts'
import { byBytes, evenly, listPage } from '../list.ts'
import { escapeLike } from '../search-text.ts'
import { domainTables } from './tables.ts'

/** A page of one of the lists, by a part of the domain, in letters of any script. */
export async function listDomains(
  db: Db,
  list: DomainListName,
  query: DomainListQuery,
): Promise<{ rows: ListedDomain[]; pagination: Pagination }> {
  const table = domainTables[list]
  const term = query.searchTerm ?? ''
  const where = term === '' ? undefined : sql`${table.domain} like ${`%${escapeLike(domainSearchText(term))}%`}`
  const order = { createdAt: table.createdAt, domain: byBytes(table.domain), id: table.id }
  return listPage(
    db,
    {
      table,
      columns: { id: table.id, domain: table.domain, createdAt: table.createdAt },
      where,
      sortBy: order[query.sort],
      strategy: where === undefined ? 'walk' : evenly,
    },
    query,
  )
}
