import { z } from 'zod'
import { longestPasted, pastedHost } from './domain-rules.ts'
import { normalizeDomain } from './domains.ts'
import { extra } from './extra.ts'
import { Done, endpoint, IdParams, UnixSeconds } from './endpoint.ts'
import { messages, requiredText } from './fields.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'

/** The blocked and the allowed domains (document 2, sections 2, 5, 7 and 8; rulings 46 and 47). */

export const domainListNames = ['blacklisted', 'whitelisted'] as const
export type DomainListName = (typeof domainListNames)[number]

/** As it is stored: punycode, lower case, perhaps with a leading '*.'. */
export const ListedDomain = z.object({ id: z.number().int(), domain: z.string(), createdAt: UnixSeconds })
export type ListedDomain = z.infer<typeof ListedDomain>

/** The form's limit, which comes before the check of the domain itself (ruling 46). */
export const longestTypedDomain = 255
/** What is said of a domain that the list has already (document 2, section 8). */
export const duplicateDomain = {
  blacklisted: 'The domain is already blacklisted',
  whitelisted: 'The domain is already whitelisted',
} as const
export const invalidDomain = 'Invalid domain. It cannot contain routes or protocol (e.g. https://).'

/** A domain as it is typed: present, at most 255 characters, then the documented check. */
export const TypedDomain = requiredText
  .max(longestTypedDomain, messages.tooLong(longestTypedDomain))
  .refine((text) => normalizeDomain(text) !== null, invalidDomain)

export const domainSorts = ['createdAt', 'domain', 'id'] as const

export const DomainListQuery = listQuery({
  sorts: domainSorts,
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: { searchTerm: SearchTerm.optional() },
})
export type DomainListQuery = z.output<typeof DomainListQuery>

const access = { capability: 'security.manage' } as const

const listOf = (path: string) => endpoint({ method: 'GET', path, access, query: DomainListQuery, reply: listReply(ListedDomain) })

/** The entry as it is now, and the allowed entry for whose sake a blocked one has no effect (ruling 47). */
const Saved = Done.extend({
  id: extra(z.number().int().nullable(), null),
  domain: extra(z.string().nullable(), null),
  createdAt: extra(UnixSeconds.nullable(), null),
  overruledBy: extra(z.string().nullable(), null),
})

/** Undoable. 409 `domain_already_exists` where this list has it, `conflict` where the other one has, `unavailable_action` for our own. */
const addTo = (path: string, duplicate: string) =>
  endpoint({
    method: 'POST',
    path,
    access,
    body: z.strictObject({ domain: TypedDomain }),
    reply: Saved,
    words: { domain_already_exists: duplicate },
  })

/** The domain that the change was made from: 409 `stale`, with the present one in `details`, where it is another by now. Ours. */
const from = extra(z.string().max(256).optional())

/** Undoable; it keeps its `createdAt`. Refused as adding is, and 409 `stale`. */
const editIn = (path: string, duplicate: string) =>
  endpoint({
    method: 'PUT',
    path: `${path}/{id}`,
    access,
    params: IdParams,
    body: z.strictObject({ domain: TypedDomain, from }),
    reply: Saved,
    words: { domain_already_exists: duplicate },
  })

/** Undoable: it comes back with its `createdAt`. 409 `stale`. */
const removeFrom = (path: string) =>
  endpoint({ method: 'DELETE', path: `${path}/{id}`, access, params: IdParams, query: z.object({ from }), reply: Done })

const blacklisted = '/blacklisted-domains'
export const listBlacklistedDomains = listOf(blacklisted)
export const addBlacklistedDomain = addTo(blacklisted, duplicateDomain.blacklisted)
export const editBlacklistedDomain = editIn(blacklisted, duplicateDomain.blacklisted)
export const removeBlacklistedDomain = removeFrom(blacklisted)

const whitelisted = '/whitelisted-domains'
export const listWhitelistedDomains = listOf(whitelisted)
export const addWhitelistedDomain = addTo(whitelisted, duplicateDomain.whitelisted)
export const editWhitelistedDomain = editIn(whitelisted, duplicateDomain.whitelisted)
export const removeWhitelistedDomain = removeFrom(whitelisted)

/** The calls of each list, which are alike. */
export const domainLists = {
  blacklisted: {
    list: listBlacklistedDomains,
    add: addBlacklistedDomain,
    edit: editBlacklistedDomain,
    remove: removeBlacklistedDomain,
  },
  whitelisted: {
    list: listWhitelistedDomains,
    add: addWhitelistedDomain,
    edit: editWhitelistedDomain,
    remove: removeWhitelistedDomain,
  },
} as const

/** A pasted address or domain in which there is a host. */
export const PastedAddress = z
  .string()
  .max(longestPasted)
  .superRefine((text, context) => {
    const pasted = pastedHost(text)
    if (pasted.kind === 'none') context.addIssue({ code: 'custom', message: pasted.reason })
  })

const Entry = ListedDomain.extend({ list: z.enum(domainListNames) })

/**
 * Which entry of the lists, if any, decides on a pasted address. Nothing of it is opened or looked up. 400 where there is no host in it.
 * Ours.
 */
export const getDomainRule = endpoint({
  method: 'GET',
  path: '/domain-rules',
  feature: 'domain-rules',
  access,
  query: z.object({ url: PastedAddress }),
  reply: z.object({
    /** What was judged, as the lists write it. */
    host: z.string(),
    /** `own`: a host of the product, which is never blocked. `address`: an IP address, which no list holds. */
    verdict: z.enum(['allowed', 'blocked', 'own', 'address', 'none']),
    entry: Entry.nullable(),
    /** The blocked entry that would decide, were it not for the allowed one or for the host being our own. */
    overruled: Entry.nullable(),
  }),
})
export type DomainRule = z.output<(typeof getDomainRule)['reply']>
