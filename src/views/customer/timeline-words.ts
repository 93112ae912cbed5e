import type { AuditAction } from '../../contract/audit-actions.ts'
import { failureOf } from '../../contract/customer-alerts.ts'
import { type BadgeColour, statusColour } from '../../contract/customer-status.ts'
import { formatDate } from '../../contract/dates.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import { isPolicyAction, policyActions } from '../../contract/policy-actions.ts'
import { statusWords } from '../../contract/status-words.ts'
import type { TimelineEntry, TimelineKind } from '../../contract/timeline.ts'
import { actionWords } from '../../layout/records/action-words.ts'
import { changedFields } from '../../layout/records/changed-fields.ts'
import { intentColour, refundColour } from '../../layout/records/payment-badges.tsx'
import { emailWords, eventLabel } from './activity-words.ts'

/** Filter labels. */
export const kindLabels: Record<TimelineKind, string> = {
  signup: 'Sign-up',
  payment: 'Payments',
  refund: 'Refunds',
  status: 'Status',
  staff: 'Staff',
  email: 'Emails',
  event: 'Events',
  note: 'Notes',
}

/** An entry in words. */
export interface EntryWords {
  /** What happened, to what, by whom. */
  sentence: string
  /** The documented colour of the status it speaks of, if any. */
  colour: BadgeColour | null
  /** What else there is to say: a text by customers or staff, what changed, an order or an address. May be long. */
  text: string | null
}

type Values = Readonly<Record<string, unknown>>

const time = (value: unknown) => (typeof value === 'number' ? formatDate(value) : null)
const percent = (value: unknown) => (typeof value === 'number' ? ` of ${value} %` : '')

function paymentSentence(what: string, amount: string): string {
  if (what === 'succeeded') return `Paid ${amount}`
  const failure = failureOf({ stripePaymentIntentStatus: what })
  return `Payment of ${amount} ${failure ?? 'is on its way'}`
}

function refundSentence(what: string, amount: string): string {
  if (what === 'succeeded') return `Refunded ${amount}`
  return `Refund of ${amount} ${what === 'failed' ? 'failed' : 'is on its way'}`
}

/** Steps of a subscription whose names are short; others name both statuses. */
const steps: Readonly<Record<string, string>> = {
  '→trialing': 'Trial started',
  'trialing→active': 'Trial ended and the subscription started',
  'trialing→trial_ended': 'Trial ended without a subscription',
  '→active': 'Subscription started',
  '→incomplete': 'Subscription started, not yet paid',
  'past_due→active': 'Subscription paid again',
  'active→past_due': 'Subscription became past due',
  'active→canceled': 'Subscription ended',
  'trialing→canceled': 'Trial canceled',
  'past_due→canceled': 'Subscription ended, past due',
}

function statusSentence(to: string, from: string | null): string {
  return (
    steps[`${from ?? ''}→${to}`] ??
    (from === null ? `Status set to ${statusWords(to)}` : `Status changed from ${statusWords(from)} to ${statusWords(to)}`)
  )
}

type StaffWords = string | ((after: Values, before: Values) => string)

/** What staff did, in words that take 'by …' behind them. */
const actions: Readonly<Record<string, StaffWords>> = {
  'customer.edit': 'Account data changed',
  'customer.export': 'Personal data exported',
  'customer.erase': 'Personal data erased',
  'customer.restore': 'Account restored',
  'customer.app-login': ({ mode }) => `App opened ${mode === 'act' ? 'to act ' : mode === 'look' ? 'to look around ' : ''}as the customer`,
  'customer.disable-2fa': 'Two-factor switched off',
  'customer.reset-oauth': 'Sign-in with other accounts reset',
  'customer.unarchive-qrs': 'QR codes unarchived',
  'customer.archive-qrs': 'QR codes archived again',
  'customer.edit-billing': 'Billing data changed',
  'customer.cancel-at-period-end': ({ currentPeriodEnd }) =>
    `Set to cancel ${time(currentPeriodEnd) ? `on ${time(currentPeriodEnd)}` : 'at the end of the period'}`,
  'customer.cancel-immediately': 'Subscription canceled at once',
  'customer.resume': 'Subscription resumed',
  'customer.extend-trial': ({ triallingEndsAt }) => `Trial extended${time(triallingEndsAt) ? ` to ${time(triallingEndsAt)}` : ''}`,
  'customer.attach-discount': ({ discount }) => `Discount${percent(discount)} attached`,
  'customer.detach-discount': (_after, { discount }) => `Discount${percent(discount)} removed`,
  'customer.sync': 'Synced with the payment provider',
  'customer.transfer-qrs': 'All QR codes transferred',
  'customer.activate-qrs': 'All QR codes activated',
  'customer.deactivate-qrs': 'QR codes stopped again',
  'folder.transfer': 'Folders transferred',
  'note.write': 'Note written',
  'note.delete': 'Note deleted',
  'invitation.delete': 'Invitation deleted',
  'invitation.restore': 'Invitation recreated',
  'invitation.resend': ({ email }) => `Invitation of ${String(email)} sent again`,
  'playbook.run': ({ playbook }) => `Playbook ‘${String(playbook)}’`,
  'payment.refund': 'Payment refunded',
  'payment.refund-failed': 'Refund of the payment failed afterwards',
  'payment.approve': 'Payment force-approved',
} satisfies Partial<Record<AuditAction, StaffWords>>

/** Actions of which nothing is to say but what changed. */
const edits = new Set<string>(['customer.edit', 'customer.edit-billing'] satisfies AuditAction[])

/** 'requested_by_customer' is a reason of the payment provider; staff type words. */
const reasonWords = (reason: string) => (/^[a-z]+(_[a-z]+)+$/.test(reason) ? statusWords(reason) : reason)

/** Fields that say more of what was done, as they are. */
const texts: Readonly<Record<string, string>> = { 'playbook.run': 'steps', 'customer.app-login': 'reason' }

/** Actions whose sentence says all that changed. */
const saysAll = new Set<string>([
  'customer.app-login',
  'customer.ban',
  'customer.unban',
  'customer.whitelist',
  'customer.unwhitelist',
  'customer.restore',
  'customer.disable-2fa',
  'customer.cancel-at-period-end',
  'customer.cancel-immediately',
  'customer.resume',
  'customer.extend-trial',
  'customer.attach-discount',
  'customer.detach-discount',
  'invitation.resend',
] satisfies AuditAction[])

function staffSentence(what: string, after: Values, before: Values): string {
  const words = actions[what] ?? actionWords(what)
  return typeof words === 'string' ? words : words(after, before)
}

/** What was asked for, why, and what was answered. */
function requestWords({ action, reason }: Readonly<Record<string, unknown>>): string {
  const what = typeof action === 'string' && isPolicyAction(action) ? policyActions[action].title : ''
  return [what, typeof reason === 'string' ? reason : ''].filter(Boolean).join(': ')
}

/** A changed field as a sentence. */
function changeSentence({ name, before, after }: ReturnType<typeof changedFields>[number]): string {
  if (after === 'yes' || after === 'no') return `${name}: ${after === 'yes' ? 'now on' : 'now off'}`
  if (after === '—') return `${name} removed, was ${before}`
  return before === '—' ? `${name} set to ${after}` : `${name} changed from ${before} to ${after}`
}

const subjectOf = ({ detail }: TimelineEntry) => detail ?? 'without a subject'

const subjectsOf = (emails: readonly TimelineEntry[]) => [...new Set(emails.map(subjectOf))]

/** What the row of a day's emails begins with, and is called. */
export function emailsName(emails: readonly TimelineEntry[]): string {
  const { length } = subjectsOf(emails)
  return length === 1 ? 'Email' : `${length} emails`
}

/**
 * Words the emails of a day: the subjects, each once, with what went wrong. Several events of one subject may be those of one email, and
 * are told one after another.
 */
export function emailsWords(emails: readonly TimelineEntry[]): EntryWords {
  const inOrder = emails.toReversed().map((email) => ({ ...emailWords(email.what), subject: subjectOf(email) }))
  const [name, subjects] = [emailsName(emails), subjectsOf(emails.toReversed())]
  const isBad = ({ colour }: { colour: BadgeColour }) => colour === 'danger'
  const colour = inOrder.find(isBad)?.colour ?? null
  if (subjects.length === 1)
    return { sentence: `${name} “${subjects[0]}” ${[...new Set(inOrder.map(({ fate }) => fate))].join(', ')}`, colour, text: null }
  const named = subjects.map((subject) => {
    const failed = inOrder.find((each) => each.subject === subject && isBad(each))
    return failed ? `${subject} (${failed.fate})` : subject
  })
  return { sentence: `${name}: ${named.join(', ')}`, colour, text: null }
}

/** Words an entry as a sentence (document 1, sections 3 and 4). */
export function entryWords(entry: TimelineEntry): EntryWords {
  const { what, detail, actor } = entry
  const amount = formatMoney(entry.amount ?? 0, entry.currency ?? accountCurrency)
  const by = actor === null ? '' : ` by ${actor}`
  const words = (sentence: string, rest: Partial<EntryWords> = {}): EntryWords => ({
    sentence: `${sentence}${by}`,
    colour: null,
    text: null,
    ...rest,
  })
  switch (entry.kind) {
    case 'signup':
      return words('Signed up', { text: detail })
    case 'payment':
      return words(paymentSentence(what, amount), { colour: intentColour(what), text: detail === null ? null : `Order ${detail}` })
    case 'refund':
      return words(refundSentence(what, amount), {
        colour: refundColour(what),
        text: detail === null ? null : reasonWords(detail),
      })
    case 'status':
      return words(statusSentence(what, detail), { colour: statusColour(what) })
    case 'staff': {
      // What it says since then; what it said before has a line of its own.
      const note = what === 'note.write' ? entry.after?.['note'] : null
      if (typeof note === 'string') return words('Note written', { text: note })
      const text = entry.after?.[texts[what] ?? '']
      if (typeof text === 'string') return words(staffSentence(what, entry.after ?? {}, {}), { text })
      if (what.startsWith('approval.')) return words(staffSentence(what, entry.after ?? {}, {}), { text: requestWords(entry.after ?? {}) })
      const changes = saysAll.has(what) ? [] : changedFields(entry.before, entry.after).map(changeSentence)
      // A change or two are the sentence.
      if (edits.has(what) && changes.length > 0 && changes.length <= 2) return words(changes.join('; '))
      const rest = [...(detail === null ? [] : [`Order ${detail}`]), ...changes].join('; ')
      return words(staffSentence(what, entry.after ?? {}, entry.before ?? {}), { text: rest === '' ? null : rest })
    }
    case 'email': {
      const { colour, fate } = emailWords(what)
      return words(`Email${detail ? ` “${detail}”` : ''} ${fate}`, { colour })
    }
    case 'event':
      return words(eventLabel(what), { text: detail })
    case 'note':
      return words('Note written', { text: detail })
  }
}
