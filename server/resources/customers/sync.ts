import { whyNotSync } from '../../../src/contract/customer-rules.ts'
import { judgeChanges } from '../../audit/judge.ts'
import type { Actor } from '../../audit/write.ts'
import { ApiError, requireVersion, throwIfRefused } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { askProvider, nothingChanged } from '../../outside/payments/ask.ts'
import { auditCustomer } from './change.ts'
import { applyCustomerState } from './provider-state.ts'
import { requireCustomer } from './rules.ts'

/**
 * Applies the provider's state of a customer (ruling 36).
 * @returns the audit row's id and the customer's page at the provider
 * @throws ApiError not_found; unavailable_action without a provider id; provider_refused if the provider doesn't
 * know the customer; provider_timeout; stale if the customer changed in the meantime
 */
export async function syncCustomer(
  { database: { orm }, payments, now }: AppContext,
  actor: Actor,
  id: number,
  /** The bulk change it belongs to. */
  batch?: string,
): Promise<{ auditId: number; url: string }> {
  const { stripeCustomerId, version } = await orm.transaction(async (tx) => {
    const customer = await requireCustomer(tx, id)
    throwIfRefused(whyNotSync(customer))
    await judgeChanges(tx, [{ action: 'customer.sync', targetType: 'customer', targetId: id }], { isMade: false })
    return customer
  })
  if (stripeCustomerId === null) throw new Error('the rule lets only customers with a provider id pass')
  const state = await askProvider(nothingChanged, () => payments.customer(stripeCustomerId))
  if (state === null) throw new ApiError('provider_refused', `The payment provider knows no customer ${stripeCustomerId}.`)
  const auditId = await orm.transaction(async (tx) => {
    // Changes made in the meantime may be newer than the provider's reply.
    const current = await requireCustomer(tx, id)
    requireVersion(version, current.version, current.name)
    const changed = await applyCustomerState(tx, id, state, now(), 'synchronised with the payment provider')
    return auditCustomer(tx, actor, id, now(), { action: 'customer.sync', ...changed, batch })
  })
  return { auditId, url: `${payments.dashboardUrl}/customers/${encodeURIComponent(stripeCustomerId)}` }
}
