import { abuseStatuses } from '../../contract/abuse.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import type { Policy } from '../../contract/policies.ts'
import { isPolicyAction, policyActions } from '../../contract/policy-actions.ts'
import { statusWords } from '../../contract/status-words.ts'
import { roleText } from '../../contract/users.ts'
import { webriskStatuses } from '../../contract/webrisk.ts'

/** A record's fields in an audit row, by wire name. */
type Fields = Readonly<Record<string, unknown>>

export interface ChangedField {
  name: string
  before: string
  after: string
}

/** Fields whose derived name reads badly. */
const names: Readonly<Record<string, string>> = {
  '2fa': 'Two-factor',
  is2faEnabled: 'Two-factor',
  qrLimit: 'QR limit',
  allowSepa: 'SEPA allowed',
  bulkLimit: 'Bulk limit',
  domainsLimit: 'Domains limit',
  facebookId: 'Facebook sign-in',
  googleId: 'Google sign-in',
  linkedinId: 'LinkedIn sign-in',
  stripePaymentIntentStatus: 'Payment status',
  stripeInvoiceStatus: 'Invoice status',
  stripeTrialEnd: 'Trial end in Stripe',
  ownTrialEnd: 'Trial end here',
  finalAmountRefunded: 'Refunded in account currency',
  amountRefunded: 'Refunded',
  rol: 'Role',
  approval: 'Request',
  taxId: 'Tax id',
  vatNumber: 'VAT number',
}

/** Fields that identify the record or a currency and aren't changes themselves. */
const notChanges = new Set(['userId', 'authorId', 'authorName', 'version', 'currency', 'refundCurrency'])

/** Statuses that are stored as numbers, by the type of the record. */
const numbered: Readonly<Record<string, readonly string[]>> = {
  qr: ['deleted', 'active', 'blocked'],
  webrisk: webriskStatuses,
  abuse: abuseStatuses,
  invitation: ['pending approval', 'accepted'],
}

/** Fields whose text is one of a few stored values. */
const isChoice = (field: string) => /^(status|accountType|certificate|lastPaymentMethod)$|Status$|CanceledBy$/.test(field)

/**
 * The changed fields in words; unchanged ones are left out.
 * @param type of the record, for statuses that are stored as numbers
 */
export function changedFields(before: Fields | null, after: Fields | null, type = ''): ChangedField[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const currency = currencyOf(after) ?? currencyOf(before)
  const says = (field: string, value: unknown) => valueText(field, value, currency, numbered[type])
  return (
    fields
      .filter((field) => !notChanges.has(field) && !(currency === accountCurrency && isConverted(field)))
      // That of a note is when it was written.
      .filter((field) => field !== 'createdAt' || !fields.includes('authorId'))
      .map((field) => ({ name: fieldName(field), before: says(field, before?.[field]), after: says(field, after?.[field]) }))
      .filter((field) => field.before !== field.after)
  )
}

/** Characters from which a text is long: only what differs is shown of it. */
const longText = 40

/** A change in one line: the new value alone if there was none before, what was added to a long text, or old → new. */
export function changeText({ before, after }: ChangedField): string {
  if (before === '—') return after
  if (Math.min(before.length, after.length) < longText) return `${before} → ${after}`
  const [old, now] = [before.split(/\s+/), after.split(/\s+/)]
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++
  let end = 0
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++
  if (start + end === 0) return `${before} → ${after}`
  const [gone, added] = [old, now].map((words) => words.slice(start, words.length - end).join(' '))
  if (!gone) return `added “${added}”`
  return added ? `“${gone}” → “${added}”` : `removed “${gone}”`
}

/** An amount in the account currency (ruling 29). */
const isConverted = (field: string) => /^final[A-Z]/.test(field)

/** A readable field name: `triallingEndsAt` becomes 'Trialling ends at'. */
function fieldName(field: string): string {
  const text = field
    .replaceAll('_', ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return names[field] ?? text.charAt(0).toUpperCase() + text.slice(1)
}

function currencyOf(fields: Fields | null): string | null {
  const currency = fields?.['currency'] ?? fields?.['refundCurrency']
  return typeof currency === 'string' && currency !== '' ? currency.toLowerCase() : null
}

const isInstant = (field: string, value: number) => /(At|End|Ended|Until|From|To)$/.test(field) && value > 1_000_000_000

function valueText(field: string, value: unknown, currency: string | null, statuses: readonly string[] = []): string {
  if (value === undefined || value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    if (isInstant(field, value)) return formatDateTime(value)
    if (field === 'status') return statuses[value] ?? String(value)
    if (field === 'rol') return roleText(value)
    if (isConverted(field)) return formatMoney(value, accountCurrency)
    return field.startsWith('amount') && currency !== null ? formatMoney(value, currency) : String(value)
  }
  if (field === 'policies' && Array.isArray(value))
    return value.length === 0 ? 'none' : (value as Policy[]).map(({ text }) => text).join(' · ')
  if (typeof value !== 'string') return JSON.stringify(value)
  if (field === 'action' && isPolicyAction(value)) return policyActions[value].title
  return isChoice(field) ? statusWords(value) : value
}
