import { z } from 'zod'
import { pastedHost } from './domain-rules.ts'
import { normalizeDomain } from './domains.ts'
import { Done, endpoint, UnixSeconds } from './endpoint.ts'
import { extra } from './extra.ts'
import { messages, NullableInteger, NullableText, requiredText } from './fields.ts'
import { type DomainListName, domainListNames, ListedDomain, maxPastedLength } from './listed-domains.ts'

/** Blocked and allowed domains (document 2, sections 2, 5, 7 and 8; rulings 46 and 47). */

/** The form's limit, checked before the domain itself (ruling 46). */
export const maxDomainLength = 255
/** The message if the list already has the domain (document 2, section 8). */
export const duplicateDomain = {
  blacklisted: 'The domain is already blacklisted',
  whitelisted: 'The domain is already whitelisted',
} as const
export const invalidDomain = 'Invalid domain. It cannot contain routes or protocol (e.g. https://).'

/** A typed domain: present, at most 255 characters, and valid by the documented check. */
export const TypedDomain = requiredText
  .max(maxDomainLength, messages.tooLong(maxDomainLength))
  .refine((text) => normalizeDomain(text) !== null, invalidDomain)

const access = 'security.manage'

/** The saved entry, and the allowed entry that overrules a blocked one (ruling 47). */
const Saved = Done.extend({
  id: extra(NullableInteger, null),
  domain: extra(NullableText, null),
  createdAt: extra(UnixSeconds.nullable(), null),
  overruledBy: extra(NullableText, null),
})

/**
 * Ours: the domain the change was made from. If it has changed since: 409 `stale` with the current one in `details`.
 */
const from = extra(z.string().max(256).optional())

function endpointsOf(list: DomainListName) {
  const path = `/${list}-domains`
  const words = { domain_already_exists: duplicateDomain[list] }
  return {
    /**
     * Undoable. 409 `domain_already_exists` if this list has it, `conflict`
     * if the other one does, `unavailable_action` for our own.
     */
    add: endpoint({ method: 'POST', path, access, body: z.strictObject({ domain: TypedDomain }), reply: Saved, words }),
    /** Undoable; keeps its `createdAt`. Refused for the same reasons as adding, and with 409 `stale`. */
    edit: endpoint({
      method: 'PUT',
      path: `${path}/{id}`,
      access,
      body: z.strictObject({ domain: TypedDomain, from }),
      reply: Saved,
      words,
    }),
    /** Undoable: it returns with its `createdAt`. 409 `stale`. */
    remove: endpoint({ method: 'DELETE', path: `${path}/{id}`, access, query: z.object({ from }) }),
  }
}

/** The endpoints of both lists, which have the same shape. The API's description has each by a name of its own. */
export const domainLists = { blacklisted: endpointsOf('blacklisted'), whitelisted: endpointsOf('whitelisted') }
export const { add: addBlacklistedDomain, edit: editBlacklistedDomain, remove: removeBlacklistedDomain } = domainLists.blacklisted
export const { add: addWhitelistedDomain, edit: editWhitelistedDomain, remove: removeWhitelistedDomain } = domainLists.whitelisted

/** A pasted address or domain that contains a host. */
export const PastedAddress = z
  .string()
  .max(maxPastedLength)
  .superRefine((text, context) => {
    const pasted = pastedHost(text)
    if (pasted.kind === 'none') context.addIssue({ code: 'custom', message: pasted.reason })
  })

const Entry = ListedDomain.extend({ list: z.enum(domainListNames) })

/** Ours: which list entry, if any, decides on a pasted address. Nothing is opened or looked up. 400 without a host. */
export const getDomainRule = endpoint({
  path: '/domain-rules',
  feature: 'domain-rules',
  access,
  query: z.object({ url: PastedAddress }),
  reply: z.object({
    /** The host that was judged, spelled as in the lists. */
    host: z.string(),
    /** `own`: a host of the product, never blocked. `address`: an IP address, which the lists can't hold. */
    verdict: z.enum(['allowed', 'blocked', 'own', 'address', 'none']),
    entry: Entry.nullable(),
    /** The blocked entry overruled by the allowed one, or because the host is our own. */
    overruled: Entry.nullable(),
  }),
})
export type DomainRule = z.output<(typeof getDomainRule)['reply']>
