import { z } from 'zod'
import { extra } from './extra.ts'
import { endpoint, Id, IdParams, UnixSeconds } from './endpoint.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'

/** Domains of customers' own, and whether they point at the product (document 2, sections 2, 3, 4 and 7). */

/** The documented statuses, in their order. */
export const domainStatuses = ['active', 'blocked', 'deleted', 'moved', 'pending'] as const

/** One record that a customer has to make in their DNS. */
const ExpectedRecord = z.object({ name: z.string(), value: z.string() })
export type ExpectedRecord = z.infer<typeof ExpectedRecord>

/** As the customer's page has it. */
export const CustomerDomain = z.object({
  id: z.number().int(),
  hostname: z.string(),
  status: z.string(),
  certificate_status: extra(z.string(), ({ certificate }) => certificate),
  createdAt: UnixSeconds,
  main: z.boolean(),
  /** What the check looks for; ours. */
  records: extra(z.object({ cname: ExpectedRecord, txt: ExpectedRecord }).nullable(), null),
})
export type CustomerDomain = z.infer<typeof CustomerDomain>

export const listCustomerDomains = endpoint({
  method: 'GET',
  path: '/customers/{id}/domains',
  access: { capability: 'customers.read' },
  params: IdParams,
  reply: z.array(CustomerDomain),
})

/** As the list of all has it. */
export const CustomerDomainRow = z.object({
  id: z.number().int(),
  hostname: z.string(),
  status: z.string(),
  certificate: z.string(),
  createdAt: UnixSeconds,
  main: z.boolean(),
  /** The customer's id. */
  user: z.number().int(),
})
export type CustomerDomainRow = z.infer<typeof CustomerDomainRow>

export const customerDomainSorts = ['id', 'hostname', 'status', 'certificate', 'createdAt'] as const

export const AllDomainsQuery = listQuery({
  sorts: customerDomainSorts,
  sortAs: 'sortField',
  defaultSort: { field: 'id', direction: 'desc' },
  filters: { searchTerm: SearchTerm.optional(), status: z.enum(domainStatuses).optional() },
})
export type AllDomainsQuery = z.output<typeof AllDomainsQuery>

/** All customers' domains, by a part of the hostname. A number is the id of a domain or of its customer as well. */
export const listAllDomains = endpoint({
  method: 'GET',
  path: '/customers/domains',
  access: { capability: 'customers.read' },
  query: AllDomainsQuery,
  reply: listReply(CustomerDomainRow),
})

/**
 * Looks the two records up by DNS, never by HTTP. A domain that was pending becomes active once both are right, and a certificate that
 * failed or expired is then asked for anew. 503 `service_unavailable` where no name server answers in time: nothing is known then.
 */
export const validateDomain = endpoint({
  method: 'POST',
  path: '/customers/{id}/domain/validation',
  access: { capability: 'customers.edit' },
  params: IdParams,
  body: z.strictObject({ domainId: Id }),
  reply: z.object({
    cname: z.boolean(),
    txt: z.boolean(),
    /** As they are after the check; ours. */
    status: extra(z.string().nullable(), null),
    certificate_status: extra(z.string().nullable(), null),
  }),
})
export type DomainCheck = z.output<(typeof validateDomain)['reply']>

/**
 * What a check makes of a domain, by both records: the one rule of it.
 * @returns the columns as they become
 */
export function afterCheck(domain: { status: string; certificate: string }, check: { cname: boolean; txt: boolean }) {
  if (!check.cname || !check.txt) return domain
  return {
    status: domain.status === 'pending' ? 'active' : domain.status,
    certificate: ['failed', 'expired'].includes(domain.certificate) ? 'pending' : domain.certificate,
  }
}
