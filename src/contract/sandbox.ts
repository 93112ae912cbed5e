import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Integer } from './fields.ts'

/** Operations of the embedded payment provider, by their names in the port. */
export const sandboxOperations = [
  'cancelAtPeriodEnd',
  'cancelImmediately',
  'resume',
  'extendTrial',
  'attachDiscount',
  'detachDiscount',
  'coupons',
  'customer',
  'payment',
  'refund',
  'findRefund',
  'refunds',
  'approve',
] as const
export type SandboxOperation = (typeof sandboxOperations)[number]

/**
 * `refuse` says no; `lost-before` and `lost-after` time out, without or after acting; `late` acts and answers after
 * `delayMs`. Refunds only: `pending` succeeds and `fails-later` fails after `delayMs`, each followed by a notification.
 */
export const sandboxFaultKinds = ['refuse', 'lost-before', 'lost-after', 'late', 'pending', 'fails-later'] as const

export const SandboxFault = z.strictObject({
  kind: z.enum(sandboxFaultKinds),
  /** Absent: any. */
  operation: z.enum(sandboxOperations).optional(),
  /** How many calls it hits. Absent: all. */
  times: Integer.min(1).max(1_000_000).optional(),
  /** 0 to 1. Absent: certain. */
  probability: z.number().min(0).max(1).optional(),
  /** The same seed hits the same calls. */
  seed: Integer.min(0).max(4_294_967_295).optional(),
  /** Milliseconds until a late answer, or until a refund's final state. Absent: none. */
  delayMs: Integer.min(0).max(120_000).optional(),
  /** Message of a refusal or failure. */
  message: z.string().max(500).optional(),
})
export type SandboxFault = z.infer<typeof SandboxFault>

const Faults = z.strictObject({ faults: z.array(SandboxFault).max(50) })

/** Replaces all faults of the embedded payment provider. 404 in production and with Stripe. */
export const setSandboxFaults = endpoint({
  method: 'PUT',
  path: '/sandbox/faults',
  access: 'staff.manage',
  body: Faults,
  reply: Faults,
})
