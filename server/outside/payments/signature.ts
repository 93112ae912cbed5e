import { createHmac, timingSafeEqual } from 'node:crypto'
import { BadSignature } from './port.ts'

/** Seconds a signature's time may differ from ours. */
export const toleranceSeconds = 300

/**
 * Signs a notification by Stripe's scheme: hex HMAC-SHA-256 of `{time}.{body}`.
 * @param at unix seconds
 * @returns the `Stripe-Signature` header
 */
export function signNotification(body: string, secret: string, at: number): string {
  return `t=${at},v1=${digest(body, secret, at).toString('hex')}`
}

/**
 * Verifies such a signature. Stripe sends several while a secret is being rotated; one valid one is enough.
 * @param now unix seconds
 * @throws BadSignature
 */
export function checkSignature(body: string, header: string | undefined, secret: string, now: number): void {
  const parts = (header ?? '').split(',', 20).map((part) => part.trim().split('=', 2) as [string, string | undefined])
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) throw new BadSignature('The signature is missing or malformed.')
  const at = Number(time)
  const expected = digest(body, secret, at)
  const given = parts.flatMap(([name, value]) =>
    name === 'v1' && value !== undefined && /^[\da-f]{64}$/.test(value) ? [Buffer.from(value, 'hex')] : [],
  )
  if (!given.some((signature) => timingSafeEqual(signature, expected))) throw new BadSignature('The signature is wrong.')
  if (Math.abs(now - at) > toleranceSeconds) throw new BadSignature('The signature is too old, or of the future.')
}

function digest(body: string, secret: string, at: number): Buffer {
  return createHmac('sha256', secret).update(`${at}.${body}`).digest()
}
