import type { customers } from '../../server/db/schema/customers.ts'
import { endings } from './endings.ts'
import type { Wallet } from './payment-methods.ts'
import { inEuroCents, planNames, planPrice } from './prices.ts'
import type { Random } from './random.ts'
import type { Life } from './timeline.ts'

type CustomerRow = typeof customers.$inferInsert

/** Subscription columns of a customer, from their story. */
export function subscriptionColumns(random: Random, life: Life, currency: string, wallet: Wallet): Partial<CustomerRow> {
  const { ending, fate } = life
  const { status } = endings[ending]
  const atProvider = life.changes.length > 0 && ending !== 'inactive' && ending !== 'statusBanned'
  if (!atProvider) return { subscriptionStatus: status }
  const price = planPrice(currency, fate.planId, fate.months)
  const last = life.charges.at(-1)
  const fraud = ending === 'canceledByEarlyFraud'
  const dispute = life.charges.findLast((charge) => charge.dispute !== null)?.disputeReason ?? null
  // The wire has both facts twice; either place may have them (ruling 32).
  const place = random.int(1, 3)
  return {
    planId: fate.planId,
    planName: planNames[fate.planId],
    planPrice: price,
    planCurrency: currency,
    planFinalPrice: inEuroCents(currency, price),
    planMonths: fate.months,
    trialPlan: ending === 'trialing' || ending === 'onlyTrial' || ending === 'trialEnded',
    trialExpiredNotified: ending === 'trialEnded',
    discount: fate.discount,
    stripeCustomerId: `cus_${random.text(14)}`,
    stripeSubscriptionId: `sub_${random.text(24)}`,
    stripeTrialEnd: life.trialEnd,
    triallingEndsAt: life.trialEnd,
    currentPeriodEnd: life.periodEnd,
    subscriptionStatus: status,
    subscriptionEnded: life.endedAt,
    canceledAt: life.canceledAt,
    cancelAtPeriodEnd: ending === 'cancelAtPeriodEnd',
    willCancel: ending === 'willCancel',
    requiresAction: ending === 'requiresAction',
    subscriptionCanceledBy:
      ending === 'canceledByUser' || ending === 'trialCanceled'
        ? 'customer'
        : ending === 'canceledByStaff'
          ? 'admin'
          : life.endedAt === null
            ? null
            : 'system',
    earlyFraud: fraud && place !== 2,
    paymentEarlyFraud: fraud && place !== 1,
    stripeDisputeReason: dispute !== null && place !== 2 ? dispute : null,
    paymentDisputeReason: dispute !== null && place !== 1 ? dispute : null,
    ...(last === undefined
      ? {}
      : {
          lastPaymentMethod: wallet.method,
          last4: wallet.last4 || null,
          cardBrand: wallet.cardBrand,
          cardType: wallet.cardType,
          expiryMonth: wallet.expiryMonth,
          expiryYear: wallet.expiryYear,
          bankCode: wallet.bankCode,
          branchCode: wallet.branchCode,
          bankCountry: wallet.bankCountry,
        }),
  }
}
