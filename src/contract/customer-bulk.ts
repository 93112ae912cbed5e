import { z } from 'zod'
import { bulkEndpoints, bulkPart } from './bulk.ts'
import type { Capability } from './capabilities.ts'
import { TrialDays } from './customer-actions.ts'
import {
  type CustomerFacts,
  type Refusal,
  whyNotBan,
  whyNotDescribe,
  whyNotExtendTrial,
  whyNotSync,
  whyNotUnban,
  whyNotUnwhitelist,
  whyNotWhitelist,
} from './customer-rules.ts'
import { CustomerListQuery } from './customers.ts'
import { Version } from './endpoint.ts'
import { messages } from './fields.ts'
import { AddedNote } from './note-changes.ts'
import { maxNoteLength } from './notes.ts'

/** Changes to many customers at once. */

/** What a bulk change does to each customer: what the single action does, except that a note is added to the one there is. */
export const CustomerBulk = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('note'), text: AddedNote }),
  z.strictObject({ action: z.literal('whitelist') }),
  z.strictObject({ action: z.literal('unwhitelist') }),
  z.strictObject({ action: z.literal('ban') }),
  z.strictObject({ action: z.literal('unban') }),
  z.strictObject({ action: z.literal('extend-trial'), days: TrialDays }),
  z.strictObject({ action: z.literal('sync') }),
])
export type CustomerBulk = z.infer<typeof CustomerBulk>

/** A bulk change needs the capability of the single action as well (ruling 1). */
export const customerBulkNeeds: Readonly<Record<CustomerBulk['action'], Capability>> = {
  note: 'customers.notes',
  whitelist: 'customers.whitelist',
  unwhitelist: 'customers.whitelist',
  ban: 'customers.ban',
  unban: 'customers.ban',
  'extend-trial': 'customers.subscription',
  sync: 'customers.subscription',
}

/** The note with a text added below it; the text alone if there is none. */
export const noteWith = (note: string | null, text: string) => (note === null || note === '' ? text : `${note}\n\n${text}`)

/** Add to the note: not what it ends with already, and not beyond the longest note. */
export function whyNotAddNote(note: string | null, text: string): Refusal {
  if (note === text || note?.endsWith(`\n\n${text}`) === true) return 'The note already says this.'
  return noteWith(note, text).length > maxNoteLength
    ? `Together with the existing note, it would be longer than ${maxNoteLength} characters.`
    : null
}

const rules = {
  whitelist: whyNotWhitelist,
  unwhitelist: whyNotUnwhitelist,
  ban: whyNotBan,
  unban: whyNotUnban,
  'extend-trial': whyNotExtendTrial,
  sync: whyNotSync,
}

/** Whether a bulk change can be made to a customer: by the rules of the single actions. */
export function whyNotBulkCustomer(change: CustomerBulk, customer: CustomerFacts, note: string | null): Refusal {
  if (change.action !== 'note') return rules[change.action](customer)
  return whyNotDescribe(customer) ?? whyNotAddNote(note, change.text)
}

const bulk = bulkEndpoints('/customers', 'customers.bulk', { change: CustomerBulk, filters: CustomerListQuery })

export const { preview: previewCustomerBulk, matching: matchingCustomers } = bulk

/**
 * As for other records. A trial is extended only for customers who are as the preview showed them: `versions`, in the order of
 * `ids`, keeps a retry from extending twice, as in the single action.
 */
export const runCustomerBulk = {
  ...bulk.run,
  body: bulk.run.body
    .extend({ versions: z.array(Version).max(bulkPart).optional() })
    .refine(({ change, ids, versions }) => (versions === undefined ? change.action !== 'extend-trial' : versions.length === ids.length), {
      path: ['versions'],
      message: messages.required,
    }),
}
