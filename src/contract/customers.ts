import { z } from 'zod'
import { displayedStatuses, normalizeStatus } from './customer-status.ts'
import { endpoint, Id, IdParams, TrueOrAbsent, UnixSeconds, UnixSecondsParam } from './endpoint.ts'
import { listQuery, listReply, Pagination, SearchTerm } from './list.ts'

/** What availability of the actions depends on: `CustomerFacts`, for rows and details alike. */
const facts = {
  deleted: z.boolean(),
  banned: z.boolean(),
  archived: z.union([z.literal(0), z.literal(1)]),
  whitelisted: z.boolean(),
  is2faEnabled: z.boolean(),
  subscriptionStatus: z.string().nullable(),
  subscriptionInfo: z.object({ requiresAction: z.boolean(), willCancel: z.boolean() }),
  stripeCustomerId: z.string().nullable(),
  linkedinId: z.string().nullable(),
  facebookId: z.string().nullable(),
  googleId: z.string().nullable(),
  discount: z.number().int().nullable(),
  hasNote: z.boolean(),
}

export const CustomerRow = z.object({
  id: z.number().int(),
  fullName: z.string(),
  companyName: z.string().nullable(),
  country: z.string().nullable(),
  email: z.string(),
  createdAt: UnixSeconds,
  /** The displayed status (ruling 32). */
  status: z.string(),
  planName: z.string().nullable(),
  isReferred: z.boolean(),
  trialPlan: z.boolean(),
  /** The fields of a referred row, which is the same list (ruling 16). */
  firstName: z.string(),
  lastName: z.string(),
  referredBy: z.number().int().nullable(),
  ...facts,
  version: z.number().int(),
})
export type CustomerRow = z.infer<typeof CustomerRow>

const nullableText = z.string().nullable()
const nullableTime = UnixSeconds.nullable()

export const Customer = z.object({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  companyName: nullableText,
  email: z.string(),
  country: nullableText,
  createdAt: UnixSeconds,
  lastLogin: nullableTime,
  lastIp: nullableText,
  accountCreatedWithIp: nullableText,
  accountCreatedFrom: nullableText,
  gclid: nullableText,
  deletedAt: nullableTime,
  pushNotificationsEnabled: z.boolean(),
  trialExpiredNotified: z.boolean(),
  bulkLimit: z.number().int().nullable(),
  qrLimit: z.number().int().nullable(),
  domainsLimit: z.number().int().nullable(),
  allowSepa: z.boolean().nullable(),
  legacyFlag: z.boolean(),
  planId: z.number().int().nullable(),
  planName: nullableText,
  planPrice: z.number().int().nullable(),
  planCurrency: nullableText,
  planFinalPrice: z.number().int().nullable(),
  /** Months that one price pays for. Ours: the summary says 'a month' or 'a year'. */
  planMonths: z.number().int().nullable(),
  trialPlan: z.boolean(),
  stripeTrialEnd: nullableTime,
  triallingEndsAt: nullableTime,
  currentPeriodEnd: nullableTime,
  subscriptionEnded: nullableTime,
  canceledAt: nullableTime,
  cancelAtPeriodEnd: z.boolean(),
  subscriptionCanceledBy: nullableText,
  payment: z.object({ earlyFraud: z.boolean(), stripeDisputeReason: nullableText }),
  earlyFraud: z.boolean(),
  stripeDisputeReason: nullableText,
  totalRevenue: z.number().int(),
  referredBy: z.number().int().nullable(),
  SignupSource: nullableText,
  browser: nullableText,
  browserVersion: nullableText,
  os: nullableText,
  osVersion: nullableText,
  deviceModel: nullableText,
  lastPaymentMethod: nullableText,
  last4: nullableText,
  cardBrand: nullableText,
  cardType: nullableText,
  expiryMonth: z.number().int().nullable(),
  expiryYear: z.number().int().nullable(),
  bankCode: nullableText,
  branchCode: nullableText,
  bankCountry: nullableText,
  /** The displayed status, as in the list. */
  status: z.string(),
  ...facts,
  version: z.number().int(),
})
export type Customer = z.infer<typeof Customer>

export const customerSorts = ['id', 'fullName', 'country', 'email', 'createdAt'] as const

const last4 = z.string().regex(/^\d{4}$/, 'Must be four digits.')
const month = z.coerce.number().int().min(1).max(12)
const year = z.coerce.number().int().min(0).max(9999)

export const CustomerListQuery = listQuery({
  sorts: customerSorts,
  defaultSort: { field: 'id', direction: 'desc' },
  filters: {
    searchTerm: SearchTerm.optional(),
    /** 'false' is normal search; exact is the default. */
    exactSearch: z
      .unknown()
      .optional()
      .transform((value) => value !== 'false' && value !== false),
    from: UnixSecondsParam.optional(),
    to: UnixSecondsParam.optional(),
    last4: last4.optional(),
    status: z.string().transform(normalizeStatus).pipe(z.enum(displayedStatuses)).optional(),
    expiryMonth: month.optional(),
    expiryYear: year.optional(),
    country: z
      .string()
      .regex(/^[a-z]{2}$/i, 'Must be a country code.')
      .transform((code) => code.toLowerCase())
      .optional(),
    trialPlan: TrueOrAbsent,
    isReferred: TrueOrAbsent,
    referredBy: Id.optional(),
  },
})
export type CustomerListQuery = z.output<typeof CustomerListQuery>

export const FoundUser = z.object({ id: z.number().int(), email: z.string(), firstname: z.string(), lastname: z.string() })
export type FoundUser = z.infer<typeof FoundUser>

export const listCustomers = endpoint({
  method: 'GET',
  path: '/customers',
  access: { capability: 'customers.read' },
  query: CustomerListQuery,
  /** `pages` and `total` stand beside `pagination` when this is the autocomplete result (ruling 14). */
  reply: listReply(CustomerRow).extend({
    pages: z.number().int().optional(),
    total: z.number().int().optional(),
    pagination: Pagination,
  }),
})

export const listCountries = endpoint({
  method: 'GET',
  path: '/customers/countries',
  access: { capability: 'customers.read' },
  reply: z.array(z.string()),
})

export const findCustomer = endpoint({
  method: 'GET',
  path: '/customers/find/{term}',
  access: { capability: 'customers.read' },
  params: z.object({ term: SearchTerm.pipe(z.string().min(1)) }),
  reply: FoundUser,
})

export const getCustomer = endpoint({
  method: 'GET',
  path: '/customers/{id}',
  access: { capability: 'customers.read' },
  params: IdParams,
  reply: Customer,
})
