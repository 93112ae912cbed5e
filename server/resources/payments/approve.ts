import { whyNotApprove } from '../../../src/contract/payment-rules.ts'
import { judgeChanges } from '../../audit/judge.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { askProvider } from '../../outside/payments/ask.ts'
import { type PaymentProvider, type PaymentState, ProviderRefusal } from '../../outside/payments/port.ts'
import { invoicePaid } from '../invoices/create.ts'
import { applyPaymentState } from './provider-state.ts'
import { getPayment, lockPayment } from './queries.ts'

/** The outcome: whether the provider approved, and the payment's state. */
interface Approval {
  success: boolean
  status: string
  /** Unix seconds. */
  confirmedAt: number | null
  auditId: number | null
}

/** Most changes to a payment between the provider's reply and our write before giving up. */
const tries = 5

const unanswered = 'The payment provider did not answer in time. The payment may have been approved: look again in a while.'

/**
 * Has the provider approve a processing or requires_* payment (ruling 31). If the payment changed in the meantime,
 * for example by a notification, the provider's reply may be outdated and is requested again.
 * @throws ApiError not_found, unavailable_action, provider_timeout; a provider that doesn't approve is no error
 */
export async function approvePayment(context: AppContext, actor: Actor, id: number): Promise<Approval> {
  const { orm } = context.database
  const payment = await getPayment(orm, id)
  const refusal = whyNotApprove(payment)
  if (refusal !== null) throw new ApiError('unavailable_action', refusal)
  const { stripePaymentIntentStatus: statusBefore, finalAmount: amount } = payment
  await judgeChanges(orm, [{ action: 'payment.approve', targetType: 'payment', targetId: id, before: { status: statusBefore }, amount }], {
    isMade: false,
  })
  // The same for a double click or two people at the same time; a later try is new.
  const key = `approve-${id}-${payment.version}-${Math.floor(context.now() / 60)}`
  const { stripePaymentIntentId: intentId } = payment
  let { version } = payment
  let state = await askProvider(unanswered, () => approveOrLookUp(context.payments, intentId, key))
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (state === null || !hasApproved(statusBefore, state.status))
      return { success: false, status: payment.status, confirmedAt: payment.confirmedAt, auditId: null }
    const approved = state
    const outcome = await orm.transaction((tx) => record(tx, { actor, id, version, state: approved, now: context.now() }))
    if (!('overtakenBy' in outcome)) return outcome
    version = outcome.overtakenBy
    state = await askProvider(unanswered, () => context.payments.payment(intentId))
  }
  throw new ApiError('provider_timeout', 'The payment was approved, but too much changes at once to record it: look again in a while.')
}

/** An approved bank debit is processing; its money arrives days later. */
function hasApproved(before: string, status: string): boolean {
  return status === 'succeeded' || (status === 'processing' && before !== 'processing')
}

/** A refusal may mean that somebody else approved it first, so look the payment up. */
function approveOrLookUp(provider: PaymentProvider, intentId: string, key: string): Promise<PaymentState | null> {
  return provider.approve(intentId, key).catch((error: unknown) => {
    if (error instanceof ProviderRefusal) return provider.payment(intentId)
    throw error
  })
}

interface Answer {
  actor: Actor
  id: number
  /** The payment's version before asking the provider. */
  version: number
  state: PaymentState
  now: number
}

async function record(tx: Db, { actor, id, version, state, now }: Answer): Promise<Approval | { overtakenBy: number }> {
  const current = await lockPayment(tx, id)
  if (current !== null && current.version !== version) return { overtakenBy: current.version }
  const { before, after } = await applyPaymentState(tx, id, state)
  await invoicePaid(tx, id, after, now)
  const { userId, status, confirmedAt } = await getPayment(tx, id)
  // Somebody else was faster and recorded it.
  if (Object.keys(after).length === 0) return { success: true, status, confirmedAt, auditId: null }
  const target = { action: 'payment.approve' as const, targetType: 'payment', targetId: id }
  const auditId = await writeAudit(tx, { ...actor, now, ...target, before, after: { ...after, userId } })
  return { success: true, status, confirmedAt, auditId }
}
