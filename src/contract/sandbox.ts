import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What the embedded payment provider can be asked, by the names of the port. */
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
 * What goes wrong: it says no; it is not reached, or acts and is not heard, both as a time-out; or it acts and answers after `delayMs`. Of
 * refunds alone: one is under way at first and is done after `delayMs`, or it is done at first and fails after `delayMs`; a notification
 * tells.
 */
export const sandboxFaultKinds = ['refuse', 'lost-before', 'lost-after', 'late', 'pending', 'fails-later'] as const

export const SandboxFault = z.strictObject({
  kind: z.enum(sandboxFaultKinds),
  /** Absent: any. */
  operation: z.enum(sandboxOperations).optional(),
  /** How many calls it befalls. Absent: all. */
  times: z.number().int().min(1).max(1_000_000).optional(),
  /** 0 to 1. Absent: certain. */
  probability: z.number().min(0).max(1).optional(),
  /** The same seed draws the same calls. */
  seed: z.number().int().min(0).max(4_294_967_295).optional(),
  /** Of a late answer, or until a refund ends as it will, in milliseconds. Absent: at once. */
  delayMs: z.number().int().min(0).max(120_000).optional(),
  /** Of a refusal or failure. */
  message: z.string().max(500).optional(),
})
export type SandboxFault = z.infer<typeof SandboxFault>

const Faults = z.strictObject({ faults: z.array(SandboxFault).max(50) })

/** Replaces all faults of the embedded payment provider. 404 in production and where Stripe is in use. */
export const setSandboxFaults = endpoint({
  method: 'PUT',
  path: '/sandbox/faults',
  access: { capability: 'staff.manage' },
  body: Faults,
  reply: Faults,
})
