import { type QueryKey, queryOptions } from '@tanstack/react-query'
import {
  getPresence,
  type LiveActivity,
  type LiveChange,
  type LiveChanges,
  type LiveType,
  listLiveChanges,
  openLive,
  type PresenceRecord,
  putPresence,
} from '../contract/live.ts'
import { call, urlOf } from './client.ts'
import { shownIn } from './shown-in.ts'

/** The address of the stream, told on from a position. */
export const liveHref = (after: string | null) => urlOf(openLive, {}, { after })

/** What happened since a position. Throws ApiFailure. */
export const readChanges = (after: string | null): Promise<LiveChanges> => call(listLiveChanges, { query: after === null ? {} : { after } })

export interface Open {
  tab: string
  record: PresenceRecord | null
  activity: LiveActivity
}

export const sendPresence = (open: Open) => call(putPresence, { body: open })

/** The same while the page goes away, when no answer is heard any more. */
export const sendLeaving = (tab: string) => {
  const body: Open = { tab, record: null, activity: 'viewing' }
  void fetch(urlOf(putPresence), {
    method: putPresence.method,
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {})
}

export const presenceQuery = ({ type, id }: PresenceRecord) =>
  queryOptions({
    queryKey: ['presence', type, id],
    queryFn: ({ signal }) => call(getPresence, { query: { type, id }, signal }),
    staleTime: 5000,
    retry: false,
  })

/** Resources whose keys name the customer that they belong to. */
const ofCustomers: ReadonlySet<unknown> = new Set([
  'customers',
  'notes',
  'billing',
  'timeline',
  'invitations',
  'folders',
  'events',
  'email-activity',
])

/** Those whose keys name the record itself. */
const ownType: Readonly<Record<string, LiveType>> = {
  qrs: 'qr',
  payments: 'payment',
  invoices: 'invoice',
  users: 'user',
  'api-calls': 'api-call',
}

/** Parts of a record that are asked for by its id, which stands behind. */
const ofOne: ReadonlySet<unknown> = new Set(['one', 'details', 'overview', 'impact', 'sessions'])

/** Customers' parts that no change of what they own shows in. */
const ofCustomerAlone: ReadonlySet<unknown> = new Set(['list', 'search', 'find', 'suggestions', 'referred'])

/** Whether what a query key names may be out of date by a change. */
export function touches({ type, id, customerId }: LiveChange, key: QueryKey): boolean {
  const [resource, part, of] = key
  if (!shownIn[type].some((shown) => shown === resource)) return false
  if (part === 'countries' || part === 'coupons') return false
  // A customer's codes and payments are only counted on its page; a note is marked in lists.
  if (resource === 'customers' && ofCustomerAlone.has(part) && type !== 'customer' && type !== 'note') return false
  const named = typeof part === 'number' ? part : ofOne.has(part) ? of : null
  if (id === null || typeof named !== 'number') return true
  if (ofCustomers.has(resource)) return named === (type === 'customer' ? id : customerId)
  return ownType[resource as string] !== type || named === id
}
