import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { displayedStatus, displayedStatuses, type StatusFacts, subscriptionStatuses } from '../../src/contract/customer-status.ts'
import { describeDatabase } from '../support/database.ts'

const flags = ['willCancel', 'cancelAtPeriodEnd', 'requiresAction', 'earlyFraud', 'paymentEarlyFraud'] as const
const reasons = [null, '', 'fraudulent']

/** Every combination of all inputs to the status. */
function everyCombination(): StatusFacts[] {
  const combinations: StatusFacts[] = []
  for (const subscriptionStatus of [null, '', 'unheard_of', ...subscriptionStatuses])
    for (const subscriptionCanceledBy of [null, 'customer', 'staff'])
      for (const stripeDisputeReason of reasons)
        for (const paymentDisputeReason of reasons)
          for (let bits = 0; bits < 2 ** flags.length; bits++) {
            const [willCancel, cancelAtPeriodEnd, requiresAction, earlyFraud, paymentEarlyFraud] = flags.map(
              (_, bit) => (bits & (1 << bit)) !== 0,
            )
            combinations.push({
              subscriptionStatus,
              subscriptionCanceledBy,
              stripeDisputeReason,
              paymentDisputeReason,
              willCancel: willCancel === true,
              cancelAtPeriodEnd: cancelAtPeriodEnd === true,
              requiresAction: requiresAction === true,
              earlyFraud: earlyFraud === true,
              paymentEarlyFraud: paymentEarlyFraud === true,
            })
          }
  return combinations
}

describeDatabase('the column displayed_status', (engine) => {
  const database = engine.use()

  test('matches the pure function for every combination (ruling 32) [R32 displayed status]', async () => {
    const combinations = everyCombination()
    await database.current.patient.orm.execute(sql`
      insert into customers (id, email, created_at, updated_at, search_keys, search_text, name_key, subscription_status, subscription_canceled_by,
        stripe_dispute_reason, payment_dispute_reason, will_cancel, cancel_at_period_end, requires_action, early_fraud, payment_early_fraud)
      select number, '', 0, 0, '{}', '', '', f."subscriptionStatus", f."subscriptionCanceledBy", f."stripeDisputeReason", f."paymentDisputeReason",
        f."willCancel", f."cancelAtPeriodEnd", f."requiresAction", f."earlyFraud", f."paymentEarlyFraud"
      from jsonb_array_elements(${JSON.stringify(combinations)}::jsonb) with ordinality as e(facts, number),
        jsonb_to_record(e.facts) as f("subscriptionStatus" text, "subscriptionCanceledBy" text, "stripeDisputeReason" text, "paymentDisputeReason" text,
          "willCancel" boolean, "cancelAtPeriodEnd" boolean, "requiresAction" boolean, "earlyFraud" boolean, "paymentEarlyFraud" boolean)`)
    const { rows } = await database.current.orm.execute<{ status: string }>(
      sql`select displayed_status as status from customers order by id`,
    )
    expect(rows).toHaveLength(combinations.length)
    const wrong = combinations.filter((facts, index) => rows[index]?.status !== displayedStatus(facts))
    expect(wrong).toEqual([])
    // The filter offers exactly the values that some combination shows.
    const shown = new Set(rows.map(({ status }) => status).filter((status) => status !== 'unheard_of'))
    expect(shown).toEqual(new Set(displayedStatuses))
  })
})
