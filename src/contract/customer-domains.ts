import { z } from 'zod'
import { endpoint, Id, UnixSeconds } from './endpoint.ts'
import { extra } from './extra.ts'
import { Integer, NullableText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'

/** Customers' own domains, and whether they point at the product (document 2, sections 2, 3, 4 and 7). */

/** The documented statuses, in order. */
export const domainStatuses = ['active', 'blocked', 'deleted', 'moved', 'pending'] as const

/** What becomes of a domain's certificate. */
export const certificateStatuses = ['issued', 'pending', 'failed', 'expired'] as const

/** A DNS record the customer has to create. */
const ExpectedRecord = z.object({ name: z.string(), value: z.string() })
export type ExpectedRecord = z.infer<typeof ExpectedRecord>

/** As shown on the customer page. */
export const CustomerDomain = lazyObject(() => ({
  id: Integer,
  hostname: z.string(),
  status: z.string(),
  certificate_status: extra(z.string(), ({ certificate }) => certificate),
  createdAt: UnixSeconds,
  main: z.boolean(),
  /** Ours: what the check looks for. */
  records: extra(z.object({ cname: ExpectedRecord, txt: ExpectedRecord }).nullable(), null),
}))
export type CustomerDomain = z.infer<typeof CustomerDomain>

export const listCustomerDomains = endpoint({ path: '/customers/{id}/domains', access: 'customers.read', reply: z.array(CustomerDomain) })

/** As shown in the list of all domains. */
export const CustomerDomainRow = lazyObject(() => ({
  id: Integer,
  hostname: z.string(),
  status: z.string(),
  certificate: z.string(),
  createdAt: UnixSeconds,
  main: z.boolean(),
  /** The customer's id. */
  user: Integer,
}))
export type CustomerDomainRow = z.infer<typeof CustomerDomainRow>

export const AllDomainsQuery = listQuery({
  sorts: ['id', 'hostname', 'status', 'certificate', 'createdAt'],
  sortAs: 'sortField',
  defaultSort: { field: 'id', direction: 'desc' },
  filters: () => ({
    searchTerm: SearchTerm.optional(),
    status: z.enum(domainStatuses).optional(),
    /** Ours: what became of its certificate. */
    certificate: extra(z.enum(certificateStatuses).optional()),
    /** Ours: a hostname, or how it begins. Sorted by hostname, the very one comes first. */
    hostname: extra(SearchTerm.optional()),
  }),
})
export type AllDomainsQuery = z.output<typeof AllDomainsQuery>

/** All customers' domains, searched by part of the hostname. A number also matches a domain's or customer's id. */
export const listAllDomains = endpoint({
  path: '/customers/domains',
  access: 'customers.read',
  query: AllDomainsQuery,
  reply: listReply(CustomerDomainRow),
})

/**
 * Looks up both records by DNS, never by HTTP. If both are right, a pending domain becomes active and a failed or
 * expired certificate is requested again. 503 `service_unavailable` if no name server answers in time.
 */
export const validateDomain = endpoint({
  method: 'POST',
  path: '/customers/{id}/domain/validation',
  access: 'customers.edit',
  body: z.strictObject({ domainId: Id }),
  reply: lazyObject(() => ({
    cname: z.boolean(),
    txt: z.boolean(),
    /** Ours: the state after the check. */
    status: extra(NullableText, null),
    certificate_status: extra(NullableText, null),
  })),
})
export type DomainCheck = z.output<(typeof validateDomain)['reply']>

/**
 * What a check makes of a domain: the only place that decides it.
 * @returns the new columns
 */
export function afterCheck(domain: { status: string; certificate: string }, check: { cname: boolean; txt: boolean }) {
  if (!check.cname || !check.txt) return domain
  return {
    status: domain.status === 'pending' ? 'active' : domain.status,
    certificate: ['failed', 'expired'].includes(domain.certificate) ? 'pending' : domain.certificate,
  }
}
