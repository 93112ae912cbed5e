const day = 86_400

/** A customer with exactly the documented detail fields; `listed` holds those only the list has. */
function customer(
  id: number,
  now: number,
  name: [string, string],
  country: string,
  own: object = {},
  listed: { companyName?: string } = {},
) {
  const [firstName, lastName] = name
  const detail = {
    id,
    firstName,
    lastName,
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    country,
    createdAt: now - (130 - id) * 9 * day,
    lastLogin: now - id * 60,
    lastIp: '192.0.2.17' as string | null,
    accountCreatedWithIp: '192.0.2.16' as string | null,
    gclid: null as string | null,
    deletedAt: null as number | null,
    deleted: false,
    banned: false,
    archived: 0,
    whitelisted: false,
    is2faEnabled: false,
    pushNotificationsEnabled: true,
    trialExpiredNotified: false,
    bulkLimit: null as number | null,
    qrLimit: 50 as number | null,
    domainsLimit: null as number | null,
    allowSepa: null as boolean | null,
    legacyFlag: false,
    discount: null as number | null,
    planName: 'Plus',
    planPrice: 2400,
    planCurrency: 'eur',
    planFinalPrice: 2400,
    stripeCustomerId: `cus_stand${id}` as string | null,
    stripeTrialEnd: null as number | null,
    triallingEndsAt: null as number | null,
    currentPeriodEnd: (now + 12 * day) as number | null,
    subscriptionStatus: 'active',
    subscriptionEnded: null as number | null,
    cancelAtPeriodEnd: false,
    subscriptionCanceledBy: null as string | null,
    subscriptionInfo: { requiresAction: false, willCancel: false },
    payment: { earlyFraud: false, stripeDisputeReason: null as string | null },
    earlyFraud: false,
    stripeDisputeReason: null as string | null,
    linkedinId: null as string | null,
    facebookId: null as string | null,
    googleId: null as string | null,
    totalRevenue: 7200,
    referredBy: null as number | null,
    SignupSource: 'web',
    browser: 'Firefox',
    browserVersion: '140.0',
    os: 'Linux',
    osVersion: '6.1',
    deviceModel: null as string | null,
    last4: '4242',
    cardBrand: 'visa',
    cardType: 'credit',
    expiryYear: 2030,
    expiryMonth: 4,
    lastPaymentMethod: 'card',
    canceledAt: null as number | null,
    accountCreatedFrom: 'web',
  }
  return {
    detail: { ...detail, ...own },
    companyName: listed.companyName ?? null,
    note: null as { text: string; createdAt: number } | null,
  }
}
export type KnownCustomer = ReturnType<typeof customer>

/** A dozen customers, covering every way to a displayed status. */
export function customers(now: number): KnownCustomer[] {
  const canceled = { subscriptionStatus: 'canceled', canceledAt: now - 20 * day, subscriptionEnded: now - 20 * day, currentPeriodEnd: null }
  const info = (requiresAction: boolean, willCancel: boolean) => ({ subscriptionInfo: { requiresAction, willCancel } })
  const all = [
    customer(101, now, ['Ana', 'Ruiz'], 'es', { googleId: 'g-101', is2faEnabled: true }, { companyName: 'Café Sol' }),
    customer(102, now, ['Bruno', 'Costa'], 'pt', { ...canceled, subscriptionCanceledBy: 'customer' }),
    customer(103, now, ['Chloe', 'Martin'], 'fr', { ...canceled, earlyFraud: true }),
    customer(104, now, ['David', 'Novak'], 'cz', { ...canceled, payment: { earlyFraud: false, stripeDisputeReason: 'fraudulent' } }),
    customer(105, now, ['Emma', 'Schmidt'], 'de', { subscriptionStatus: 'unpaid' }),
    customer(106, now, ['Fiona', 'Byrne'], 'ie', { cancelAtPeriodEnd: true }),
    customer(107, now, ['Giulia', 'Rossi'], 'it', info(true, false)),
    customer(108, now, ['Hugo', 'Berg'], 'se', {
      subscriptionStatus: 'trialing',
      triallingEndsAt: now + 5 * day,
      stripeTrialEnd: now + 5 * day,
      totalRevenue: 0,
    }),
    customer(109, now, ['Iris', 'Jansen'], 'nl', {
      subscriptionStatus: 'trial_ended',
      triallingEndsAt: now - 40 * day,
      totalRevenue: 0,
      archived: 1,
    }),
    customer(110, now, ['Jonas', 'Weber'], 'at', { subscriptionStatus: 'soft_deleted', deleted: true, deletedAt: now - 3 * day }),
    customer(111, now, ['Karin', 'Holm'], 'dk', { banned: true, discount: 20 }),
    customer(112, now, ['Liam', 'Ward'], 'us', { ...info(false, true), referredBy: 101, cancelAtPeriodEnd: true }),
  ]
  const bruno = all[1]
  if (bruno) bruno.note = { text: 'Asked for an invoice of last year.', createdAt: now - 2 * day }
  return all
}

/** The displayed status: the first match in the documented order. */
export function displayedStatus({ detail }: KnownCustomer): string {
  const { subscriptionStatus: status, subscriptionInfo, payment } = detail
  const isCanceled = status === 'canceled'
  if (subscriptionInfo.willCancel && status !== 'soft_deleted') return 'canceled'
  if (isCanceled && (detail.earlyFraud || payment.earlyFraud)) return 'canceledByEarlyFraud'
  if (isCanceled && (detail.stripeDisputeReason ?? payment.stripeDisputeReason) !== null) return 'canceledByDispute'
  if (status === 'unpaid') return 'canceledByUnpaid'
  if (isCanceled && detail.subscriptionCanceledBy === 'customer') return 'canceledByUser'
  if (status === 'active' && detail.cancelAtPeriodEnd) return 'active_canceled'
  return subscriptionInfo.requiresAction ? 'requires_action' : status
}
