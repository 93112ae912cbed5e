import { z } from 'zod'
import { endpoint, UnixSeconds } from './endpoint.ts'
import { Integer } from './fields.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'

/** What the lists of blocked and allowed domains show; what changes them is in domain-lists.ts (document 2, sections 2 and 7). */

export const domainListNames = ['blacklisted', 'whitelisted'] as const
export type DomainListName = (typeof domainListNames)[number]

/** As stored: punycode, lower case, optionally starting with '*.'. */
export const ListedDomain = z.object({ id: Integer, domain: z.string(), createdAt: UnixSeconds })
export type ListedDomain = z.infer<typeof ListedDomain>

export const DomainListQuery = listQuery({
  sorts: ['createdAt', 'domain', 'id'],
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: () => ({ searchTerm: SearchTerm.optional() }),
})
export type DomainListQuery = z.output<typeof DomainListQuery>

const listOf = (list: DomainListName) =>
  endpoint({ path: `/${list}-domains`, access: 'security.manage', query: DomainListQuery, reply: listReply(ListedDomain) })

export const listBlacklistedDomains = listOf('blacklisted')
export const listWhitelistedDomains = listOf('whitelisted')

/** A list's own endpoint. */
export const listOfDomains = (list: DomainListName) => (list === 'blacklisted' ? listBlacklistedDomains : listWhitelistedDomains)

export const maxPastedLength = 2048
