import { loadable } from '../../api/loadable.ts'
import type { AbuseRow } from '../../contract/abuse.ts'
import type { ApiCallRow } from '../../contract/api-calls.ts'
import type { Approval } from '../../contract/approvals.ts'
import type { CustomerFacts } from '../../contract/customer-rules.ts'
import type { InvitationRow } from '../../contract/invitations.ts'
import type { InvoiceZipScope } from '../../contract/invoices.ts'
import type { DomainListName } from '../../contract/listed-domains.ts'
import type { PaymentFacts } from '../../contract/payment-rules.ts'
import type { QrFacts } from '../../contract/qr-rules.ts'
import type { UserFacts } from '../../contract/user-rules.ts'
import type { TrackerRow, WebriskRow } from '../../contract/webrisk.ts'
import type { TeamWord } from '../../contract/words.ts'

/** Rows that were selected when the command was opened; `id` is their number, and `rows` are those on screen. */
interface Selected<Row = never> {
  id: number
  ids: readonly number[]
  rows?: readonly Row[] | undefined
}

/** Records that commands act on. List rows and detail pages carry the same facts, so they share commands. */
export interface Targets {
  customer: CustomerFacts & {
    id: number
    fullName: string
    companyName: string | null
    email: string
    status: string
    version: number
    isPartial?: true | undefined
    /** When the trial and the paid period end, in seconds; absent in the lists of the documents. */
    triallingEndsAt?: number | null | undefined
    stripeTrialEnd?: number | null | undefined
    currentPeriodEnd?: number | null | undefined
  }
  customers: Selected<Targets['customer']>
  payment: PaymentFacts & {
    id: number
    createdAt: number
    userId: number
    email: string
    ref: string
    stripePaymentIntentId: string
    /** What it brought in the account currency; absent where only actions were loaded. */
    finalAmount?: number | undefined
  }
  /** A customer's note; `id` is the customer's. */
  note: { id: number; user: number; note: string; email: string; fullName: string }
  feedback: { id: number; user: number; note: string }
  qr: QrFacts & { id: number; name: string; qrUri: string; version: number }
  qrs: Selected
  /** Folders selected on a customer page, or one that was found; `id` is the customer's. */
  folders: { id: number; fullName: string; email: string; folders: readonly { id: number; name: string }[] }
  invoice: { id: number; link: string; customer: number; paymentId: number | null }
  /** Invoices of a month or customer, for download; `id` is 202603 for a month, else the customer's. */
  'invoice-list': { id: number; scope: InvoiceZipScope }
  /** The month to download reports of; `id` is 202603. */
  report: { id: number; year: number; month: number }
  /** An invitation to `owner`'s account. */
  invitation: Pick<InvitationRow, 'id' | 'email' | 'status' | 'userId'> & { owner: number }
  /** A call to the public API; only its own page knows its neighbours. */
  'api-call': Pick<ApiCallRow, 'id' | 'owner' | 'method' | 'path' | 'query'> & { previousId?: number | null; nextId?: number | null }
  domain: { id: number; domain: string; list: DomainListName }
  /** The blocked or allowed list itself; `id` tells them apart. */
  'domain-list': { id: number; list: DomainListName }
  /** A customer's own domain. */
  hostname: { id: number; user: number; hostname: string; status: string }
  /** An address judged by the web-risk check. */
  webrisk: Pick<WebriskRow, 'id' | 'url' | 'status' | 'qr' | 'user' | 'qrInfo'>
  webrisks: Selected
  /** A row of the web-risk log. */
  tracker: Pick<TrackerRow, 'id' | 'url' | 'qr' | 'user'>
  abuse: Pick<AbuseRow, 'id' | 'url' | 'status' | 'email'>
  abuses: Selected
  /** A request for a second person's consent. */
  approval: Approval
  /** A word of the team's own. */
  word: Pick<TeamWord, 'id' | 'word'>
  /** A staff account. */
  user: UserFacts & { name: string; email: string; version: number }
}
export type TargetType = keyof Targets

/** The types of records that people find by what they type: those loaded by their id, then those found by words only. */
export const findable = [...loadable, 'user', 'hostname', 'domain', 'folders', 'invitation', 'api-call', 'webrisk', 'abuse'] as const
export type RecordType = (typeof findable)[number]

/** The record a command was opened for; navigation doesn't change it. */
export type Target<Type extends TargetType = TargetType> = { [T in Type]: { type: T; record: Targets[T] } }[Type]
