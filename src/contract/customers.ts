import { z } from 'zod'
import { MinorUnits } from './amount-filters.ts'
import { displayedStatus, displayedStatuses, normalizeStatus, subscriptionStatuses } from './customer-status.ts'
import { ExtraRangeEnd, endpoint, Id, rangeParams, TrueOrAbsent, UnixSeconds, VersionReply } from './endpoint.ts'
import { extra } from './extra.ts'
import { CountryCode, Integer, NullableInteger, NullableText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'
import { paymentMethods } from './payment-methods.ts'

/** `CustomerFacts`, which the action rules need, in rows and details alike. */
const facts = {
  deleted: z.boolean(),
  /** Whether the person was erased: only what the law demands is left. */
  erased: extra(z.boolean(), false),
  banned: z.boolean(),
  archived: z.union([z.literal(0), z.literal(1)]),
  whitelisted: z.boolean(),
  /** Whether the customer lets staff log in as them. */
  supportAccess: extra(z.boolean(), true),
  is2faEnabled: z.boolean(),
  subscriptionStatus: z.string().transform(normalizeStatus).nullable(),
  subscriptionInfo: z.object({ requiresAction: z.boolean(), willCancel: z.boolean() }),
  stripeCustomerId: NullableText,
  linkedinId: NullableText,
  facebookId: NullableText,
  googleId: NullableText,
  discount: NullableInteger,
  /** Other admin APIs don't send it, so assume a note and load it. */
  hasNote: extra(z.boolean(), true),
}

type Raw = Readonly<Record<string, unknown>>

const nameIn = ({ firstName, lastName }: Raw) => [firstName, lastName].filter((part) => typeof part === 'string' && part !== '').join(' ')

/** The displayed status, from whatever flags the record has (ruling 32). */
function statusIn(record: Raw): string {
  const [info, payment] = [record['subscriptionInfo'], record['payment']].map((part) => (part ?? {}) as Raw) as [Raw, Raw]
  const textIn = (value: unknown) => (typeof value === 'string' ? value : null)
  const raw = textIn(record['subscriptionStatus'])
  return displayedStatus({
    subscriptionStatus: raw === null ? null : normalizeStatus(raw),
    willCancel: info['willCancel'] === true,
    cancelAtPeriodEnd: record['cancelAtPeriodEnd'] === true,
    requiresAction: info['requiresAction'] === true,
    subscriptionCanceledBy: textIn(record['subscriptionCanceledBy']),
    earlyFraud: record['earlyFraud'] === true,
    paymentEarlyFraud: payment['earlyFraud'] === true,
    stripeDisputeReason: textIn(record['stripeDisputeReason']),
    paymentDisputeReason: textIn(payment['stripeDisputeReason']),
  })
}

/** Fields the documents give to a customer's detail only. */
const absentInRows = {
  deleted: extra(facts.deleted, false),
  banned: extra(facts.banned, false),
  archived: extra(facts.archived, 0),
  whitelisted: extra(facts.whitelisted, false),
  is2faEnabled: extra(facts.is2faEnabled, false),
  subscriptionInfo: extra(facts.subscriptionInfo, { requiresAction: false, willCancel: false }),
}

export const CustomerRow = lazyObject(() => ({
  id: Integer,
  /** The documented list has it; referred rows have first and last name instead. */
  fullName: extra(z.string(), nameIn),
  companyName: NullableText,
  country: NullableText,
  email: z.string(),
  createdAt: UnixSeconds,
  /** The displayed status (ruling 32); documented referred rows carry the raw one. */
  status: extra(z.string().transform(normalizeStatus), statusIn),
  planName: NullableText,
  /** All that was paid, less refunds, in minor units of the account currency. */
  totalRevenue: extra(Integer, 0),
  isReferred: extra(z.boolean(), ({ referredBy }) => typeof referredBy === 'number'),
  trialPlan: extra(z.boolean(), false),
  /** Fields of a referred row, which shares this list (ruling 16). */
  firstName: extra(z.string(), ''),
  lastName: extra(z.string(), ''),
  referredBy: extra(NullableInteger, null),
  ...facts,
  /** When the trial and the paid period end: questions name the day. */
  stripeTrialEnd: extra(UnixSeconds.nullable().optional()),
  triallingEndsAt: extra(UnixSeconds.nullable().optional()),
  currentPeriodEnd: extra(UnixSeconds.nullable().optional()),
  /**
   * Documented rows lack the action facts, so actions are offered on the customer page only. Our server never sends it.
   */
  isPartial: extra(z.literal(true).optional(), ({ banned }) => (banned === undefined ? true : undefined)),
  ...absentInRows,
  version: VersionReply,
}))
export type CustomerRow = z.infer<typeof CustomerRow>

const nullableTime = UnixSeconds.nullable()

export const Customer = lazyObject(() => ({
  id: Integer,
  firstName: z.string(),
  lastName: z.string(),
  fullName: extra(z.string(), nameIn),
  companyName: NullableText,
  email: z.string(),
  country: NullableText,
  createdAt: UnixSeconds,
  lastLogin: nullableTime,
  lastIp: NullableText,
  accountCreatedWithIp: NullableText,
  accountCreatedFrom: NullableText,
  gclid: NullableText,
  deletedAt: nullableTime,
  pushNotificationsEnabled: z.boolean(),
  trialExpiredNotified: z.boolean(),
  bulkLimit: NullableInteger,
  qrLimit: NullableInteger,
  domainsLimit: NullableInteger,
  allowSepa: z.boolean().nullable(),
  /** The documents have two names for it. */
  legacyFlag: extra(z.boolean(), ({ legacySite }) => legacySite === true || legacySite === 1),
  planId: NullableInteger,
  planName: NullableText,
  planPrice: NullableInteger,
  planCurrency: NullableText,
  planFinalPrice: NullableInteger,
  /** Ours: months covered by one price, for 'a month' or 'a year' in the summary. */
  planMonths: NullableInteger,
  trialPlan: extra(z.boolean(), false),
  stripeTrialEnd: nullableTime,
  triallingEndsAt: nullableTime,
  currentPeriodEnd: nullableTime,
  subscriptionEnded: nullableTime,
  canceledAt: nullableTime,
  cancelAtPeriodEnd: z.boolean(),
  subscriptionCanceledBy: NullableText,
  payment: z.object({ earlyFraud: z.boolean(), stripeDisputeReason: NullableText }),
  earlyFraud: z.boolean(),
  stripeDisputeReason: NullableText,
  totalRevenue: Integer,
  referredBy: NullableInteger,
  SignupSource: NullableText,
  browser: NullableText,
  browserVersion: NullableText,
  os: NullableText,
  osVersion: NullableText,
  deviceModel: NullableText,
  lastPaymentMethod: NullableText,
  last4: NullableText,
  cardBrand: NullableText,
  cardType: NullableText,
  expiryMonth: NullableInteger,
  expiryYear: NullableInteger,
  bankCode: NullableText,
  branchCode: NullableText,
  bankCountry: NullableText,
  /** The displayed status, as in the list. */
  status: extra(z.string().transform(normalizeStatus), statusIn),
  ...facts,
  version: VersionReply,
}))
export type Customer = z.infer<typeof Customer>

export const customerSorts = ['id', 'fullName', 'country', 'email', 'createdAt', 'totalRevenue'] as const

const last4 = z.string().regex(/^\d{4}$/, 'Must be four digits.')
const month = z.coerce.number().int().min(1).max(12)
const year = z.coerce.number().int().min(0).max(9999)

export const accountStates = ['banned', 'deleted', 'whitelisted', 'archived'] as const
export type AccountState = (typeof accountStates)[number]

/** `expiring`: it works until the end of this month or the next. */
export const cardStates = ['expired', 'expiring'] as const
export type CardState = (typeof cardStates)[number]
export const cardBrands = ['visa', 'mastercard', 'amex', 'discover', 'maestro', 'diners', 'jcb', 'unionpay'] as const

export const CustomerListQuery = listQuery({
  sorts: customerSorts,
  defaultSort: { field: 'id', direction: 'desc' },
  extraSorts: ['totalRevenue'],
  filters: () => ({
    searchTerm: SearchTerm.optional(),
    /** 'false' means normal search; exact is the default. */
    exactSearch: z
      .unknown()
      .optional()
      .transform((value) => value !== 'false' && value !== false),
    ...rangeParams,
    last4: last4.optional(),
    /** Accepts every documented status, even those never displayed. */
    status: z
      .string()
      .transform(normalizeStatus)
      .pipe(z.enum([...displayedStatuses, ...subscriptionStatuses]))
      .optional(),
    expiryMonth: month.optional(),
    expiryYear: year.optional(),
    country: CountryCode.optional(),
    /** The account's own state, whatever its subscription. */
    accountState: extra(z.enum(accountStates).optional()),
    /** By `canceledAt`, both ends included. */
    canceledFrom: ExtraRangeEnd,
    canceledTo: ExtraRangeEnd,
    /** By the end of the trial, past or to come, both ends included. */
    trialEndsFrom: ExtraRangeEnd,
    trialEndsTo: ExtraRangeEnd,
    /** By `totalRevenue`, both ends included. */
    revenueFrom: MinorUnits,
    revenueTo: MinorUnits,
    /** Compared with `lastPaymentMethod`. */
    paymentMethod: extra(z.enum(paymentMethods).optional()),
    /** The plan's name, in upper or lower case. */
    planName: extra(SearchTerm.pipe(z.string().max(100)).optional()),
    cardBrand: extra(z.enum(cardBrands).optional()),
    cardState: extra(z.enum(cardStates).optional()),
    trialPlan: TrueOrAbsent,
    isReferred: TrueOrAbsent,
    referredBy: Id.optional(),
  }),
})
export type CustomerListQuery = z.output<typeof CustomerListQuery>

export const FoundUser = z.object({ id: Integer, email: z.string(), firstname: z.string(), lastname: z.string() })
export type FoundUser = z.infer<typeof FoundUser>

export const listCustomers = endpoint({
  path: '/customers',
  access: 'customers.read',
  query: CustomerListQuery,
  /** The autocomplete result also has `pages` and `total` next to `pagination` (ruling 14). */
  reply: lazyObject(() => ({ ...listReply(CustomerRow).shape, pages: extra(Integer.optional()), total: extra(Integer.optional()) })),
})

export const listCountries = endpoint({ path: '/customers/countries', access: 'customers.read', reply: z.array(z.string()) })

/** Names of the plans that customers have or had. */
export const listPlanNames = endpoint({
  path: '/customers/plans',
  feature: 'fields',
  access: 'customers.read',
  reply: z.array(z.string()),
})

export const findCustomer = endpoint({
  path: '/customers/find/{term}',
  access: 'customers.read',
  params: z.object({ term: SearchTerm.pipe(z.string().min(1)) }),
  reply: FoundUser,
})

export const getCustomer = endpoint({ path: '/customers/{id}', access: 'customers.read', reply: Customer })
