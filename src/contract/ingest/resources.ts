import { z } from 'zod'
import { messages } from '../fields.ts'
import { IngestedAbuseReport, IngestedApiCall, IngestedEmail, IngestedEvent, IngestedFeedback } from './activity.ts'
import { IngestedCustomer, IngestedDomain, IngestedInvitation } from './customers.ts'
import { IngestedFolder, IngestedMedia, IngestedQr, IngestedScans } from './qrs.ts'

/** The schema of each resource, by its name in paths and file names; in an order in which references come first. */
export const ingestSchemas = {
  customers: IngestedCustomer,
  folders: IngestedFolder,
  qrs: IngestedQr,
  media: IngestedMedia,
  domains: IngestedDomain,
  invitations: IngestedInvitation,
  events: IngestedEvent,
  'email-activity': IngestedEmail,
  'api-calls': IngestedApiCall,
  feedback: IngestedFeedback,
  'abuse-reports': IngestedAbuseReport,
  'daily-scans': IngestedScans,
} as const

export type IngestResource = keyof typeof ingestSchemas
export const ingestResources = Object.keys(ingestSchemas) as [IngestResource, ...IngestResource[]]

/** A row of a resource, as it is once read. */
export type IngestRow<Resource extends IngestResource> = z.output<(typeof ingestSchemas)[Resource]>

/** Where a record that others refer to is named, and whether a row can be stored before it comes. */
export const ingestReferences: { readonly [Name in IngestResource]: readonly IngestReference[] } = {
  customers: [{ field: 'referredBy', to: 'customers', required: false }],
  folders: [{ field: 'customer', to: 'customers', required: true }],
  qrs: [
    { field: 'customer', to: 'customers', required: true },
    { field: 'folder', to: 'folders', required: false },
  ],
  media: [{ field: 'qr', to: 'qrs', required: true }],
  domains: [{ field: 'customer', to: 'customers', required: true }],
  invitations: [
    { field: 'customer', to: 'customers', required: true },
    { field: 'account', to: 'customers', required: false },
  ],
  events: [{ field: 'customer', to: 'customers', required: true }],
  'email-activity': [{ field: 'customer', to: 'customers', required: true }],
  'api-calls': [{ field: 'customer', to: 'customers', required: true }],
  feedback: [{ field: 'customer', to: 'customers', required: true }],
  'abuse-reports': [],
  'daily-scans': [{ field: 'qr', to: 'qrs', required: true }],
}

export interface IngestReference {
  field: string
  to: IngestResource
  required: boolean
}

/** Rows of one call. */
export const maxIngestRows = 1000

/** What became of a row. `older`: a later state is stored already. `waiting`: for a record that it refers to. */
export const ingestOutcomes = ['new', 'changed', 'same', 'older', 'waiting', 'refused'] as const
export type IngestOutcome = (typeof ingestOutcomes)[number]

/** The body of `POST /api/ingest/{resource}`. Rows are read one by one, so that a bad one spoils no other. */
export const IngestBody = z.strictObject(
  {
    rows: z
      .array(z.unknown(), 'Must be a list of rows.')
      .min(1, 'Must have a row.')
      .max(maxIngestRows, `Must have at most ${maxIngestRows} rows.`),
  },
  'Must be an object with a list of rows.',
)

export const IngestReply = z.object({
  new: z.number().int(),
  changed: z.number().int(),
  same: z.number().int(),
  older: z.number().int(),
  waiting: z.number().int(),
  /** The bad rows: place in the call, the id if it has one, and each bad field with its reason. */
  refused: z.array(z.object({ index: z.number().int(), externalId: z.string().nullable(), details: z.record(z.string(), z.string()) })),
})
export type IngestReply = z.infer<typeof IngestReply>

/** Customers' fields that Stripe tells; named in a row, they are refused with that reason. */
const fromStripe: ReadonlySet<string> = new Set(
  'planId planName planPrice planCurrency planFinalPrice planMonths trialPlan discount stripeSubscriptionId stripeTrialEnd triallingEndsAt currentPeriodEnd subscriptionStatus subscriptionEnded canceledAt cancelAtPeriodEnd subscriptionCanceledBy requiresAction willCancel earlyFraud stripeDisputeReason totalRevenue lastPaymentMethod last4 cardBrand cardType expiryMonth expiryYear bankCode branchCode bankCountry'.split(
    ' ',
  ),
)

/** Each bad field of a row with its reason. */
export function rowProblems(error: z.ZodError, row: unknown): Record<string, string> {
  const given = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>) : null
  const problems: Record<string, string> = {}
  for (const issue of error.issues) {
    const [field] = issue.path
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) {
        // No object takes this one as a field.
        if (key === '__proto__') problems['row'] = 'Unknown field: __proto__.'
        else problems[key] = fromStripe.has(key) ? 'This comes from Stripe, not from the product.' : 'Unknown field.'
      }
    else if (field === undefined) problems['row'] = 'Must be an object.'
    else problems[issue.path.join('.')] ??= given?.[String(field)] == null ? messages.required : issue.message
  }
  return problems
}
