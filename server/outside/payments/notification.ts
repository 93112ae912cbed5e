import { z } from 'zod'
import { BadSignature, type ProviderEvent } from './port.ts'
import { checkSignature, signNotification } from './signature.ts'

const reference = z
  .union([z.string().max(255), z.object({ id: z.string().max(255) }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null)

/** The parts of Stripe's event that say which object it is about. */
const Notification = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  created: z.number().int().min(0),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string().max(255).optional(),
      customer: reference,
      payment_intent: reference,
      charge: reference,
      /** For an `invoice_payment`. */
      payment: z.object({ payment_intent: reference, charge: reference }).nullish(),
    }),
  }),
})

/**
 * Reads a signed notification in Stripe's format, also used by the embedded provider.
 * @param now unix seconds
 * @throws BadSignature, also if the body isn't a notification: nobody with the secret sends such a body
 */
export function readNotification(rawBody: string, signature: string | undefined, secret: string, now: number): ProviderEvent {
  checkSignature(rawBody, signature, secret, now)
  const parsed = Notification.safeParse(parseJson(rawBody))
  if (!parsed.success) throw new BadSignature('The body is not a notification.')
  const { id, type, created, data } = parsed.data
  const { object, customer, charge, payment, id: objectId = null } = data.object
  const intent = data.object.payment_intent ?? payment?.payment_intent ?? null
  // Of a payment without an intent, the charge is the payment.
  const madeBy = intent ?? (object === 'charge' ? objectId : (charge ?? payment?.charge ?? null))
  return {
    id,
    type,
    createdAt: created,
    customerId: object === 'customer' ? objectId : customer,
    intentId: object === 'payment_intent' ? objectId : madeBy,
  }
}

/** A notification of the embedded provider. */
export interface Notice {
  id: string
  type: string
  /** Unix seconds. */
  at: number
  about: { object: 'customer' | 'payment_intent'; id: string }
}

/** A notification ready to send: body and `Stripe-Signature` header. */
export function writeNotification({ id, type, at, about }: Notice, secret: string): { body: string; signature: string } {
  const body = JSON.stringify({ id, object: 'event', type, created: at, data: { object: about } })
  return { body, signature: signNotification(body, secret, at) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
