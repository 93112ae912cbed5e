import { z } from 'zod'
import { deliveryStates } from './delivery-states.ts'
import { Done, endpoint, Id, UnixSeconds } from './endpoint.ts'
import { Integer, messages, NullableInteger, NullableText } from './fields.ts'
import { listQuery, listReply } from './list.ts'
import { parseUrl } from './parse-url.ts'
import { productEventNames } from './product-events.ts'

/**
 * Where the product hears of what staff decide: its endpoints, and every delivery to them. Signed by Standard Webhooks,
 * at least once, in order for each record.
 */

const shared = { access: 'integrations.manage', feature: 'integrations' } as const

const EventName = z.enum(productEventNames)

export const WebhookEndpoint = z.object({
  id: Integer,
  url: z.string(),
  /** What is sent there; empty: everything. */
  events: z.array(EventName),
  createdAt: UnixSeconds,
  /** Null while it is on. */
  disabledAt: UnixSeconds.nullable(),
  /** Why it was switched off: by whom, or what went wrong. */
  disabledReason: NullableText,
  /** Since when nothing arrived there; null if the last delivery did. */
  failingSince: UnixSeconds.nullable(),
  /** Deliveries that wait, and ones that were given up. */
  pending: Integer,
  failed: Integer,
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const listWebhookEndpoints = endpoint({ path: '/webhook-endpoints', ...shared, reply: z.object({ rows: z.array(WebhookEndpoint) }) })

const maxUrlLength = 500

/** An http or https address without credentials or fragment; whether it may be asked is up to the server. */
export const WebhookUrl = z
  .string()
  .trim()
  .min(1, messages.required)
  .max(maxUrlLength, messages.tooLong(maxUrlLength))
  .refine(isWebhookUrl, 'Must be an address such as https://app.example.com/webhooks, without a password.')

function isWebhookUrl(text: string): boolean {
  const url = parseUrl(text)
  if (url === null) return false
  const { protocol, username, password, hash } = url
  return /^https?:$/.test(protocol) && username + password + hash === ''
}

export const maxWebhookEndpoints = 20

const events = z.array(EventName).max(productEventNames.length)

export const WebhookEndpointInput = z.strictObject({ url: WebhookUrl, events: events.default([]) })
export type WebhookEndpointInput = z.infer<typeof WebhookEndpointInput>

/** The reply is the only place that ever has the secret. 422 if the address may not be asked. */
export const createWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/webhook-endpoints',
  stepUp: 'if-set',
  ...shared,
  body: WebhookEndpointInput,
  reply: Done.extend({ id: Integer, secret: z.string() }),
})

export const WebhookEndpointEdit = z.strictObject({ url: WebhookUrl.optional(), events: events.optional(), isOn: z.boolean().optional() })
export type WebhookEndpointEdit = z.infer<typeof WebhookEndpointEdit>

/** Switched on again, it is sent at once what waited. */
export const updateWebhookEndpoint = endpoint({
  method: 'PATCH',
  path: '/webhook-endpoints/{id}',
  ...shared,
  stepUp: 'if-set',
  body: WebhookEndpointEdit,
})

/** With all its deliveries. Final. */
export const deleteWebhookEndpoint = endpoint({ method: 'DELETE', path: '/webhook-endpoints/{id}', ...shared, stepUp: 'if-set' })

/** Sends a `test` event now, and says how it was answered. */
export const testWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/webhook-endpoints/{id}/test',
  ...shared,
  reply: z.object({ status: NullableInteger, error: NullableText, answer: NullableText }),
})

const State = z.enum(deliveryStates)

export const Delivery = z.object({
  id: Integer,
  event: EventName,
  endpointId: Integer,
  record: z.object({ type: z.string(), id: Integer }),
  state: State,
  tries: Integer,
  createdAt: UnixSeconds,
  /** When it was last tried; null before the first time. */
  lastAt: UnixSeconds.nullable(),
  /** When it is tried next, while it is pending. */
  nextAt: UnixSeconds.nullable(),
  /** The status of the last answer; null without one. */
  status: NullableInteger,
  /** What went wrong the last time. */
  error: NullableText,
})
export type Delivery = z.infer<typeof Delivery>

export const DeliveryListQuery = listQuery({
  sorts: ['id'],
  defaultSort: { field: 'id', direction: 'desc' },
  filters: () => ({ state: State.optional(), endpoint: Id.optional(), event: EventName.optional() }),
})
export type DeliveryListQuery = z.output<typeof DeliveryListQuery>

export const listDeliveries = endpoint({ path: '/webhook-deliveries', ...shared, query: DeliveryListQuery, reply: listReply(Delivery) })

/** What was sent and answered: the body, and the beginning of the answer. */
export const getDelivery = endpoint({
  path: '/webhook-deliveries/{id}',
  ...shared,
  reply: Delivery.extend({ body: z.string(), answer: NullableText }),
})

/** Tries again now, whatever became of it. The event keeps its id, by which the product knows it. */
export const resendDelivery = endpoint({ method: 'POST', path: '/webhook-deliveries/{id}/resend', ...shared })
