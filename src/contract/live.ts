import { z } from 'zod'
import { type Capability, roleMay } from './capabilities.ts'
import { endpoint, Id, UnixSeconds } from './endpoint.ts'
import { Integer, NullableInteger } from './fields.ts'

/** The kinds of records whose changes are told, and the capability that reading them takes. */
export const liveTypes = {
  customer: 'customers.read',
  qr: 'qrs.read',
  payment: 'payments.read',
  invoice: 'invoices.read',
  note: 'customers.read',
  event: 'customers.read',
  folder: 'customers.read',
  invitation: 'customers.read',
  domain: 'customers.read',
  'domain-rule': 'security.manage',
  feedback: 'customers.read',
  webrisk: 'security.manage',
  'abuse-report': 'security.manage',
  'api-call': 'api-calls.read',
  user: 'staff.manage',
  audit: 'audit.read',
  integration: 'integrations.manage',
  /** Kept playbooks, and runs of them. */
  playbook: 'playbooks.own',
  /** Everybody's palette reads by them. */
  word: 'customers.read',
  /** Requests for a second person's consent. */
  approval: 'customers.read',
  policy: 'customers.read',
  figures: 'dashboard.read',
} as const satisfies Record<string, Capability>

export type LiveType = keyof typeof liveTypes
const liveTypeNames = Object.keys(liveTypes) as [LiveType, ...LiveType[]]

/** Whether an account with this role is told of changes of this kind. */
export const mayReceive = (rol: number, type: LiveType): boolean => roleMay(rol, liveTypes[type])

/** A person, as colleagues see them. */
const Person = z.object({ id: Integer, name: z.string() })

/** That a record changed; never a value. */
export const LiveChange = z.object({
  type: z.enum(liveTypeNames),
  /** Null if many records of this kind changed at once: everything of the kind may be out of date. */
  id: NullableInteger,
  /** Whose record it is, if it is a customer's. */
  customerId: NullableInteger,
  /** The record's change counter after the change, if it has one. */
  version: NullableInteger,
  /** Null if no staff member made it: the product, the payment provider, a job. */
  by: Person.nullable(),
  /** The row of the audit trail, by which a console knows its own changes. */
  auditId: NullableInteger,
  at: UnixSeconds,
})
export type LiveChange = z.infer<typeof LiveChange>

/** A place in the log of changes. */
const Position = z
  .string()
  .max(60)
  .regex(/^[\w:-]+$/, 'Must be a position that the server sent.')

/** What happened since a position. `behind`: too long ago to tell, so everything has to be refetched. */
export const LiveChanges = z.object({ position: Position, behind: z.boolean(), changes: z.array(LiveChange) })
export type LiveChanges = z.infer<typeof LiveChanges>

/** The kinds of records that show who else has them open. */
export const presenceTypes = ['customer', 'qr', 'payment', 'invoice'] as const

/** What somebody is doing on a record that colleagues should know. */
export const activities = ['viewing', 'writing-note', 'refunding', 'editing'] as const
export type LiveActivity = (typeof activities)[number]

const PresenceRecord = z.object({ type: z.enum(presenceTypes), id: Id })
export type PresenceRecord = z.output<typeof PresenceRecord>

/** Who else has a record open. The asker is not among them. */
export const Presence = z.object({
  type: z.enum(presenceTypes),
  id: Integer,
  people: z.array(Person.extend({ activity: z.enum(activities), since: UnixSeconds })),
})
export type Presence = z.infer<typeof Presence>

/**
 * The stream's events by name; what each carries as JSON. The id of `changes` is its position, for `Last-Event-ID`.
 * `changes` comes first, so that a console knows that it is heard; `presence` only of records that the account has open;
 * `end` before the server closes the stream for good.
 */
export const liveEvents = {
  changes: LiveChanges,
  presence: Presence,
  end: z.object({ reason: z.enum(['session', 'role', 'too-many']) }),
} as const

/** What the console calls by itself while it is open. */
const shared = { access: 'session', byItself: true } as const

/** Server-sent events (`liveEvents`); a comment every twenty seconds keeps proxies from closing it. */
export const openLive = endpoint({
  ...shared,
  path: '/live',
  feature: 'live',
  query: z.object({ after: Position.optional() }),
  reply: z.unknown(),
})

/** The same by asking, where streams are cut. Without `after`: only the position of now. */
export const listLiveChanges = endpoint({
  ...shared,
  path: '/live/changes',
  feature: 'live',
  query: z.object({ after: Position.optional() }),
  reply: LiveChanges,
})

/**
 * Says what one tab of the asker has open; null when nothing, or on leaving. Repeated every ten seconds, else it lapses
 * after thirty.
 */
export const putPresence = endpoint({
  method: 'PUT',
  ...shared,
  path: '/live/presence',
  feature: 'presence',
  body: z.strictObject({
    tab: z.string().regex(/^[\w-]{8,40}$/, 'Must be 8 to 40 letters, digits, - or _.'),
    record: PresenceRecord.nullable(),
    activity: z.enum(activities),
  }),
})

/** Who else has a record open. */
export const getPresence = endpoint({
  ...shared,
  path: '/live/presence',
  feature: 'presence',
  query: PresenceRecord,
  reply: Presence,
})
