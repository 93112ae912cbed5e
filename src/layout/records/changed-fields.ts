import { formatDateTime } from '../../contract/dates.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'

/** The fields of a record as an audit row keeps them, by their names on the wire. */
type Fields = Readonly<Record<string, unknown>>

/** One field that a change has changed, in words. */
export interface ChangedField {
  name: string
  before: string
  after: string
}

/** Names that do not read well by themselves. */
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
  stripeTrialEnd: 'Trial end at the provider',
  ownTrialEnd: 'Trial end kept here',
  finalAmountRefunded: 'Refunded in account currency',
  amountRefunded: 'Refunded',
  rol: 'Role',
  taxId: 'Tax id',
  vatNumber: 'VAT number',
}

/** Facts that say which record it is, or in what an amount is, not what became of it. */
const notChanges = new Set(['userId', 'authorId', 'version', 'currency', 'refundCurrency'])

/** What a change has changed, field by field, in words; what is the same before and after is left out. */
export function changedFields(before: Fields | null, after: Fields | null): ChangedField[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const currency = currencyOf(after) ?? currencyOf(before)
  const says = (field: string, value: unknown) => valueText(field, value, currency)
  return fields
    .filter((field) => !notChanges.has(field) && !(currency === accountCurrency && isConverted(field)))
    .map((field) => ({ name: fieldName(field), before: says(field, before?.[field]), after: says(field, after?.[field]) }))
    .filter((field) => field.before !== field.after)
}

/** An amount in the account currency (ruling 29). */
const isConverted = (field: string) => /^final[A-Z]/.test(field)

/** A field's name as people read it: `triallingEndsAt` is 'Trialling ends at'. */
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

const isInstant = (field: string, value: number) => /(At|End|Ended|Until)$/.test(field) && value > 1_000_000_000

function valueText(field: string, value: unknown, currency: string | null): string {
  if (value === undefined || value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    if (isInstant(field, value)) return formatDateTime(value)
    if (isConverted(field)) return formatMoney(value, accountCurrency)
    return field.startsWith('amount') && currency !== null ? formatMoney(value, currency) : String(value)
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}
