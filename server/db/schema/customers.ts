import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import { id, minorAmount, slice, unixSeconds, version } from './columns.ts'

/** When a trial ends, as the console shows it. */
export const trialEndOf = (t: { triallingEndsAt: AnyPgColumn; stripeTrialEnd: AnyPgColumn }) =>
  sql`coalesce(${t.triallingEndsAt}, ${t.stripeTrialEnd})`

/** Customers of the QR-code service, each with their subscription. */
export const customers = pgTable(
  'customers',
  {
    id: id(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    companyName: text('company_name'),
    email: text('email').notNull(),
    /** Lower-case ISO code, as returned by the countries call. */
    country: text('country'),
    createdAt: unixSeconds('created_at').notNull(),
    updatedAt: unixSeconds('updated_at').notNull(),
    lastLogin: unixSeconds('last_login'),
    lastIp: text('last_ip'),
    accountCreatedWithIp: text('account_created_with_ip'),
    accountCreatedFrom: text('account_created_from'),
    gclid: text('gclid'),
    signupSource: text('signup_source'),
    linkedinId: text('linkedin_id'),
    facebookId: text('facebook_id'),
    googleId: text('google_id'),
    referredBy: integer('referred_by').references((): AnyPgColumn => customers.id, { onDelete: 'set null' }),

    deleted: boolean('deleted').notNull().default(false),
    deletedAt: unixSeconds('deleted_at'),
    /** When the person was erased. Personal data that arrives later is erased again. */
    erasedAt: unixSeconds('erased_at'),
    banned: boolean('banned').notNull().default(false),
    /** 1 if the customer's QRs are archived; a number on the wire too (ruling 20). */
    archived: smallint('archived').notNull().default(0),
    whitelisted: boolean('whitelisted').notNull().default(false),
    is2faEnabled: boolean('is_2fa_enabled').notNull().default(false),
    pushNotificationsEnabled: boolean('push_notifications_enabled').notNull().default(false),
    trialExpiredNotified: boolean('trial_expired_notified').notNull().default(false),
    legacyFlag: boolean('legacy_flag').notNull().default(false),

    bulkLimit: integer('bulk_limit'),
    qrLimit: integer('qr_limit'),
    domainsLimit: integer('domains_limit'),
    allowSepa: boolean('allow_sepa'),
    /** Whether the customer lets staff log in as them. */
    supportAccess: boolean('support_access').notNull().default(true),

    /** 1 or 2, the two plans; null without one. */
    planId: smallint('plan_id'),
    planName: text('plan_name'),
    planPrice: minorAmount('plan_price'),
    planCurrency: text('plan_currency'),
    /** The price in the account currency (EUR). */
    planFinalPrice: minorAmount('plan_final_price'),
    /** Months covered by one price, 1 or 12; monthly value = planFinalPrice / planMonths. */
    planMonths: smallint('plan_months'),
    trialPlan: boolean('trial_plan').notNull().default(false),
    discount: smallint('discount'),

    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    stripeTrialEnd: unixSeconds('stripe_trial_end'),
    triallingEndsAt: unixSeconds('trialling_ends_at'),
    /** End of a trial that runs only here, because its subscription at the provider has ended. */
    ownTrialEnd: unixSeconds('own_trial_end'),
    currentPeriodEnd: unixSeconds('current_period_end'),
    /** The raw status, which decides on available actions; null means none. */
    subscriptionStatus: text('subscription_status'),
    subscriptionEnded: unixSeconds('subscription_ended'),
    canceledAt: unixSeconds('canceled_at'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    subscriptionCanceledBy: text('subscription_canceled_by'),
    requiresAction: boolean('requires_action').notNull().default(false),
    willCancel: boolean('will_cancel').notNull().default(false),
    earlyFraud: boolean('early_fraud').notNull().default(false),
    stripeDisputeReason: text('stripe_dispute_reason'),
    /** The same two facts from the last payment: the wire has both, OR-ed (ruling 32). */
    paymentEarlyFraud: boolean('payment_early_fraud').notNull().default(false),
    paymentDisputeReason: text('payment_dispute_reason'),

    totalRevenue: minorAmount('total_revenue').notNull().default(0),
    lastPaymentMethod: text('last_payment_method'),
    last4: text('last4'),
    cardBrand: text('card_brand'),
    cardType: text('card_type'),
    expiryMonth: smallint('expiry_month'),
    expiryYear: smallint('expiry_year'),
    bankCode: text('bank_code'),
    branchCode: text('branch_code'),
    bankCountry: text('bank_country'),

    browser: text('browser'),
    browserVersion: text('browser_version'),
    os: text('os'),
    osVersion: text('os_version'),
    deviceModel: text('device_model'),

    /**
     * The displayed status (document 1, section 4; ruling 32) in SQL,
     * so filter and column agree; mirrors the contract's function.
     */
    displayedStatus: text('displayed_status')
      .notNull()
      .generatedAlwaysAs(
        (): SQL => sql`case
          when will_cancel and subscription_status is distinct from 'soft_deleted' then 'canceled'
          when subscription_status = 'canceled' and (early_fraud or payment_early_fraud) then 'canceledByEarlyFraud'
          when subscription_status = 'canceled' and (coalesce(stripe_dispute_reason, '') <> '' or coalesce(payment_dispute_reason, '') <> '') then 'canceledByDispute'
          when subscription_status = 'unpaid' then 'canceledByUnpaid'
          when subscription_status = 'canceled' and subscription_canceled_by = 'customer' then 'canceledByUser'
          when subscription_status = 'active' and cancel_at_period_end then 'active_canceled'
          when requires_action then 'requires_action'
          else coalesce(nullif(subscription_status, ''), 'inactive')
        end`,
      ),

    /** The search columns, written by `customerSearchColumns`: whole values for exact search, … */
    searchKeys: text('search_keys').array().notNull(),
    /** … joined for substring search, … */
    searchText: text('search_text').notNull(),
    /** … and the name folded for sorting, without case and accents. */
    nameKey: text('name_key').notNull(),
    version: version(),
  },
  (t) => [
    index('customers_search_keys').using('gin', t.searchKeys),
    index('customers_search_text').using('gin', sql`${t.searchText} gin_trgm_ops`),
    // Words by their beginnings, in any order: `search_words` is in the migrations.
    index('customers_search_words').using('gin', sql`search_words(${t.nameKey}, ${t.email})`),
    index('customers_email_prefix').on(sql`${t.email} collate "C"`, t.id),
    index('customers_name_key').on(sql`${t.nameKey} collate "C"`, t.id),
    index('customers_country').on(sql`${t.country} collate "C"`, t.id),
    index('customers_created_at').on(t.createdAt, t.id),
    index('customers_created_slice').on(slice(t.createdAt), t.id),
    index('customers_displayed_status').on(t.displayedStatus, t.id),
    // Covers the other filters of a country's customers, so that no rows are read.
    index('customers_country_columns').on(
      sql`${t.country} collate "C"`,
      t.displayedStatus,
      t.id,
      t.createdAt,
      t.expiryYear,
      t.expiryMonth,
      sql`lower(${t.planName})`,
      // An index-only scan of an expression also requires the expression's columns.
      t.planName,
      t.lastPaymentMethod,
      t.canceledAt,
    ),
    index('customers_referred_by').on(t.referredBy, t.createdAt).where(sql`referred_by is not null`),
    // The same for referred customers, with their sort columns; a small index.
    index('customers_referred_filters')
      .on(t.createdAt, t.id, t.displayedStatus, t.country, t.expiryYear, t.expiryMonth, t.trialPlan, t.nameKey, t.email)
      .where(sql`referred_by is not null`),
    // For the list and the figures: cancelations by day, and the value of a country's live subscriptions.
    index('customers_canceled').on(t.canceledAt, t.id).where(sql`canceled_at is not null`),
    index('customers_subscribed')
      .on(t.country, t.planFinalPrice, t.planMonths, t.discount)
      .where(sql`subscription_status in ('active', 'past_due')`),
    index('customers_banned').on(t.id).where(sql`banned`),
    index('customers_deleted').on(t.id).where(sql`deleted`),
    index('customers_erased').on(t.id).where(sql`erased_at is not null`),
    index('customers_whitelisted').on(t.id).where(sql`whitelisted`),
    index('customers_archived').on(t.id).where(sql`archived = 1`),
    // The same for the many customers on a trial plan.
    index('customers_trial_plan_filters')
      .on(t.id, t.createdAt, t.displayedStatus, t.country, t.expiryYear, t.expiryMonth)
      .where(sql`trial_plan`),
    index('customers_card').on(t.last4, t.id),
    index('customers_trial_end').on(trialEndOf(t), t.id).where(sql`coalesce(trialling_ends_at, stripe_trial_end) is not null`),
    index('customers_payment_method').on(t.lastPaymentMethod, t.id).where(sql`last_payment_method is not null`),
    index('customers_card_brand').on(t.cardBrand, t.id).where(sql`card_brand is not null`),
    index('customers_plan').on(sql`lower(${t.planName})`, t.id).where(sql`plan_name is not null`),
    index('customers_revenue').on(t.totalRevenue, t.id),
    // For finding the customer of a payment provider notification.
    index('customers_stripe_customer').on(t.stripeCustomerId).where(sql`stripe_customer_id is not null`),
    index('customers_stripe_subscription').on(t.stripeSubscriptionId).where(sql`stripe_subscription_id is not null`),
    index('customers_card_expiry').on(t.expiryYear, t.expiryMonth, t.id),
  ],
)

/** Whose a row is. It goes with the customer. */
export const customerId = (name = 'user_id') =>
  integer(name)
    .notNull()
    .references(() => customers.id, { onDelete: 'cascade' })

export const billingData = pgTable('billing_data', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => customers.id, { onDelete: 'cascade' }),
  country: text('country').notNull(),
  accountType: text('account_type').notNull(),
  companyName: text('company_name'),
  vatNumber: text('vat_number'),
  taxId: text('tax_id'),
  firstname: text('firstname').notNull(),
  lastname: text('lastname').notNull(),
  street: text('street').notNull(),
  zip: text('zip').notNull(),
  city: text('city').notNull(),
  email: text('email').notNull(),
  locked: boolean('locked').notNull().default(false),
  version: version(),
})

/** Changes of raw subscription status, for the timeline and the figures on trials, subscriptions and cancelations. */
export const subscriptionChanges = pgTable(
  'subscription_changes',
  {
    id: id(),
    userId: customerId(),
    at: unixSeconds('at').notNull(),
    fromStatus: text('from_status'),
    toStatus: text('to_status').notNull(),
    reason: text('reason'),
  },
  (t) => [index('subscription_changes_user').on(t.userId, t.at, t.id), index('subscription_changes_at').on(t.at, t.toStatus)],
)

/** Percent discounts at the payment provider. */
export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    name: text('name').notNull(),
    percentOff: smallint('percent_off').notNull(),
  },
  (t) => [unique('coupons_name').on(t.name)],
)
