import { and, inArray, isNotNull } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { customers } from '../../db/schema/customers.ts'
import { idOf, subscriptionPercent, subscriptionState } from '../../outside/payments/stripe/states.ts'
import type { CustomerColumns } from '../../resources/customers/change.ts'
import { stateColumns } from '../../resources/customers/provider-state.ts'
import { type CustomerWrite, lockCustomers, writeCustomers } from './customers.ts'
import { historyOf, noteHistory } from './history.ts'
import { customerTarget, isNew, type Outcome, refreshed, type Sync, same, unmatched } from './objects.ts'
import { planChanges } from './plans.ts'

/** The `expand` parameter for lists of subscriptions. */
export const subscriptionParts = ['data.discounts.source.coupon']

/**
 * Stores subscriptions, newest first. A customer gets the first one found. Of several, the live one counts, else the
 * latest; if that is unclear, Stripe is asked for all of them. Past changes are stored for timeline and figures.
 */
export async function takeSubscriptions(sync: Sync, page: readonly Stripe.Subscription[]): Promise<Outcome[]> {
  const { orm } = sync.database
  const plans = new Map<Stripe.Subscription, Awaited<ReturnType<typeof sync.plans.of>>>()
  for (const subscription of page) plans.set(subscription, await sync.plans.of(subscription))
  const again = new Map<Stripe.Subscription, number>()
  const outcomes = await orm.transaction(async (tx) => {
    const owners = page.flatMap(({ customer }) => idOf(customer) ?? [])
    const found = await tx
      .select({ id: customers.id, providerId: customers.stripeCustomerId })
      .from(customers)
      .where(and(isNotNull(customers.stripeCustomerId), inArray(customers.stripeCustomerId, owners)))
    const numbers = new Map(found.map(({ id, providerId }) => [providerId, id]))
    const stored = await lockCustomers(tx, [...numbers.values()])
    const writes = new Map<number, CustomerColumns>()
    const changes: (ReturnType<typeof historyOf>[number] & { userId: number })[] = []
    const outcomes: Outcome[] = []
    for (const subscription of page) {
      const customer = stored.get(numbers.get(idOf(subscription.customer)) ?? 0)
      if (!customer) {
        outcomes.push(unmatched('its customer is unknown here'))
        continue
      }
      changes.push(...historyOf(subscription).map((change) => ({ ...change, userId: customer.id })))
      const state = { discount: subscriptionPercent(subscription) ?? customer.discount, subscription: subscriptionState(subscription) }
      const plan = await planChanges(tx, sync.rates, customer, plans.get(subscription) ?? null)
      const write = (set: CustomerColumns) => {
        writes.set(customer.id, { ...writes.get(customer.id), ...set })
        Object.assign(customer, set)
      }
      if (customer.stripeSubscriptionId === null) {
        write({ ...stateColumns(customer, state, sync.now()), ...canceledBy(subscription), ...plan })
        outcomes.push(isNew)
      } else if (customer.stripeSubscriptionId === subscription.id) {
        const now = stateColumns(customer, state, sync.now())
        const isOther = Object.entries(now).some(([name, value]) => customer[name as keyof typeof now] !== value)
        // A subscription without a discount has the customer's, which this page does not show: fetch it again.
        if (isOther) again.set(subscription, customer.id)
        if (Object.keys(plan).length > 0) write(plan)
        outcomes.push(Object.keys(plan).length > 0 ? { result: 'changed' } : same)
      } else {
        if (mayReplace(customer, subscription)) again.set(subscription, customer.id)
        outcomes.push(same)
      }
    }
    const remembered = await noteHistory(tx, changes, 'told by the payment provider')
    await writeAlike(tx, writes)
    return outcomes.map((outcome, index) => {
      const owner = numbers.get(idOf(page[index]?.customer))
      const isPast = outcome === same && stored.get(owner ?? 0)?.stripeSubscriptionId !== page[index]?.id
      return isPast && remembered.has(owner ?? 0) ? isNew : outcome
    })
  })
  for (const [subscription, id] of again) {
    const index = page.indexOf(subscription)
    const outcome = await refreshed(sync, customerTarget(id, idOf(subscription.customer) ?? ''))
    if (outcomes[index] === same) outcomes[index] = outcome
  }
  return outcomes
}

/** Whether this subscription might take precedence over the stored one. */
function mayReplace({ subscriptionEnded }: { subscriptionEnded: number | null }, { ended_at: endedAt }: Stripe.Subscription): boolean {
  if (endedAt === null) return true
  return subscriptionEnded !== null && endedAt > subscriptionEnded
}

/** Stripe does not know whether staff or the customer canceled, so it counts as the customer. */
function canceledBy({ canceled_at: at, cancellation_details: details }: Stripe.Subscription): CustomerColumns {
  if (at === null) return {}
  const isFailure = details?.reason === 'payment_failed' || details?.reason === 'payment_disputed'
  return { subscriptionCanceledBy: isFailure ? 'system' : 'customer' }
}

/** Writes customers in groups that set the same columns. */
async function writeAlike(tx: Parameters<typeof writeCustomers>[0], writes: ReadonlyMap<number, CustomerColumns>): Promise<void> {
  const alike = new Map<string, CustomerWrite[]>()
  for (const [id, set] of writes) {
    const key = Object.keys(set).sort().join()
    const others = alike.get(key)
    if (others) others.push({ id, set })
    else alike.set(key, [{ id, set }])
  }
  for (const some of alike.values()) await writeCustomers(tx, some)
}
