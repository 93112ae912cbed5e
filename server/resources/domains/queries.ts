import { desc, eq, like, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AllDomainsQuery, CustomerDomain, CustomerDomainRow } from '../../../src/contract/customer-domains.ts'
import { domainSearchText } from '../../../src/contract/domains.ts'
import type { Pagination } from '../../../src/contract/list.ts'
import type { Db } from '../../db/connect.ts'
import { escapeLike } from '../../db/list/escape-like.ts'
import { byBytes, idFromText, type ListSource, listPage, splitByIndex } from '../../db/list/list.ts'
import { customerDomains } from '../../db/schema/customer-records.ts'
import { expectedRecords, type RecordSettings } from '../../outside/dns/expected.ts'
import { requireKnownCustomer } from '../customers/known-customer.ts'

/**
 * A customer's hostnames, newest first, with the records they need.
 * @throws ApiError not_found
 */
export async function listCustomerDomains(db: Db, user: number, settings: RecordSettings): Promise<CustomerDomain[]> {
  await requireKnownCustomer(db, user)
  const rows = await db
    .select({
      id: customerDomains.id,
      hostname: customerDomains.hostname,
      status: customerDomains.status,
      certificate_status: customerDomains.certificate,
      createdAt: customerDomains.createdAt,
      main: customerDomains.main,
    })
    .from(customerDomains)
    .where(eq(customerDomains.userId, user))
    .orderBy(desc(customerDomains.createdAt), desc(customerDomains.id))
  return rows.map((row) => ({ ...row, records: expectedRecords(settings, { user, hostname: row.hostname }) }))
}

/** As indexed. */
const hostnameKey = byBytes(sql`lower(${customerDomains.hostname})`)

const order: Record<AllDomainsQuery['sort'], PgColumn | SQL> = {
  id: customerDomains.id,
  hostname: hostnameKey,
  status: byBytes(customerDomains.status),
  certificate: byBytes(customerDomains.certificate),
  createdAt: customerDomains.createdAt,
}

/** A page of all customers' domains. */
export async function listAllDomains(db: Db, query: AllDomainsQuery): Promise<{ rows: CustomerDomainRow[]; pagination: Pagination }> {
  return listPage(db, customerDomainSource(query), query)
}

const rowColumns = {
  id: customerDomains.id,
  hostname: customerDomains.hostname,
  status: customerDomains.status,
  certificate: customerDomains.certificate,
  createdAt: customerDomains.createdAt,
  main: customerDomains.main,
  user: customerDomains.userId,
}

/** The list's source. */
export function customerDomainSource({
  searchTerm = '',
  status,
  certificate,
  hostname,
  sort,
}: AllDomainsQuery): ListSource<typeof rowColumns> {
  const conditions = {
    search: searchTerm === '' ? undefined : matches(searchTerm),
    hostname: hostname ? like(hostnameKey, `${escapeLike(domainSearchText(hostname))}%`) : undefined,
    // In byte order, as indexed.
    status: status && eq(byBytes(customerDomains.status), status),
    certificate: certificate && eq(byBytes(customerDomains.certificate), certificate),
  }
  const indexed = {
    id: [['status'], ['certificate']],
    status: [['status']],
    hostname: [['hostname']],
    certificate: [['certificate']],
    createdAt: [],
  } as const
  const split = splitByIndex(conditions, indexed[sort])
  return { table: customerDomains, columns: rowColumns, ...split, sortBy: order[sort] }
}

/** Part of the hostname in any script; a number also matches the id of the domain or its customer. */
function matches(term: string): SQL | undefined {
  const id = idFromText(term)
  return or(
    sql`lower(${customerDomains.hostname}) like ${`%${escapeLike(domainSearchText(term))}%`}`,
    id === null ? undefined : eq(customerDomains.id, id),
    id === null ? undefined : eq(customerDomains.userId, id),
  )
}
