import { whyNotApprove } from '../../src/contract/payment-rules.ts'
import { type Actor, writeAudit } from '../audit/write.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { ApiError } from '../http/errors.ts'
import { type PaymentState, ProviderRefusal } from '../providers/payments/port.ts'
import { providerError } from './provider-errors.ts'
import { applyPaymentState } from './provider-state.ts'
import { getPayment } from './queries.ts'

/** What became of it: whether the provider approved, and the payment's state then. */
interface Approval {
  success: boolean
  status: string
  /** Unix seconds. */
  confirmedAt: number | null
  auditId: number | null
}

/**
 * Has the provider approve a payment that is processing or requires something (ruling 31).
 * @throws ApiError not_found, unavailable_action, provider_timeout; that the provider did not approve is no error
 */
export async function approvePayment(context: AppContext, actor: Actor, id: number): Promise<Approval> {
  const { orm } = context.database
  const payment = await getPayment(orm, id)
  const refusal = whyNotApprove(payment)
  if (refusal !== null) throw new ApiError('unavailable_action', refusal)
  // Once for a double click or two people at once; a later try is a new one.
  const key = `approve-${id}-${payment.version}-${Math.floor(context.now() / 60)}`
  const state = await askProvider(context, payment.stripePaymentIntentId, key)
  if (state === null || !hasApproved(payment.stripePaymentIntentStatus, state.status))
    return { success: false, status: payment.status, confirmedAt: payment.confirmedAt, auditId: null }
  return orm.transaction((tx) => record(tx, actor, id, state, context.now()))
}

/** A bank debit is on its way once it is approved: its money comes days later. */
function hasApproved(before: string, status: string): boolean {
  return status === 'succeeded' || (status === 'processing' && before !== 'processing')
}

/** A refusal can mean that somebody else approved before: what the provider knows of the payment then tells. */
async function askProvider({ payments: provider }: AppContext, intentId: string, key: string): Promise<PaymentState | null> {
  try {
    return await provider.approve(intentId, key).catch((error: unknown) => {
      if (error instanceof ProviderRefusal) return provider.payment(intentId)
      throw error
    })
  } catch (error) {
    throw providerError(error, 'The payment provider did not answer in time. The payment may have been approved: look again in a while.')
  }
}

async function record(tx: Db, actor: Actor, id: number, state: PaymentState, now: number): Promise<Approval> {
  const { before, after } = await applyPaymentState(tx, id, state)
  const { userId, status, confirmedAt } = await getPayment(tx, id)
  // Somebody else was quicker, and recorded it.
  if (Object.keys(after).length === 0) return { success: true, status, confirmedAt, auditId: null }
  const target = { action: 'payment.approve' as const, targetType: 'payment', targetId: id }
  const auditId = await writeAudit(tx, { ...actor, now, ...target, before, after: { ...after, userId } })
  return { success: true, status, confirmedAt, auditId }
}
