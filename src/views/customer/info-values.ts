import { CustomerEdit, limits } from '../../contract/customer-actions.ts'
import type { Customer } from '../../contract/customers.ts'
import { isEmailShaped, messages } from '../../contract/fields.ts'

/** Editable fields of the information card. Empty limits and choices mean the plan's default. */
export const infoFields = ['email', 'bulkLimit', 'qrLimit', 'domainsLimit', 'allowSepa'] as const
export type InfoField = (typeof infoFields)[number]
export type InfoValues = Record<InfoField, string>

export const infoLabels: Record<InfoField, string> = {
  email: 'E-mail',
  bulkLimit: 'Bulk upload limit',
  qrLimit: 'QR code limit',
  domainsLimit: 'Domain limit',
  allowSepa: 'SEPA',
}

export const sepaChoices = [
  { value: '', label: 'Plan default' },
  { value: 'true', label: 'Allowed' },
  { value: 'false', label: 'Not allowed' },
] as const

/** A customer's editable fields as form values. */
export function infoValuesOf(customer: Pick<Customer, InfoField>): InfoValues {
  const text = (value: number | boolean | null) => (value === null ? '' : String(value))
  return {
    email: customer.email,
    bulkLimit: text(customer.bulkLimit),
    qrLimit: text(customer.qrLimit),
    domainsLimit: text(customer.domainsLimit),
    allowSepa: text(customer.allowSepa),
  }
}

/** A value as displayed in a conflict. */
export function sayInfo(field: InfoField, value: string): string {
  if (field === 'allowSepa') return sepaChoices.find((choice) => choice.value === value)?.label ?? value
  return value === '' && field !== 'email' ? 'plan default' : value
}

/** Hint on what a limit accepts. */
export const limitHint = (field: keyof typeof limits) => `${limits[field].min} to ${limits[field].max}; leave empty for the plan’s limit.`

const isLimit = (field: string): field is keyof typeof limits => field in limits

/** Parses a limit: null if empty, NaN if invalid, which the contract refuses. */
const limitOf = (text: string) => (text.trim() === '' ? null : /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN)

function valueOf(field: InfoField, text: string): unknown {
  if (isLimit(field)) return limitOf(text)
  if (field === 'allowSepa') return text === '' ? null : text === 'true'
  return text.trim()
}

/** The changed fields as a request, or errors by field (document 1, section 5). Empty limits become null. */
export function readInfo(changed: Partial<InfoValues>): { edit: CustomerEdit; errors: null } | { edit: null; errors: Partial<InfoValues> } {
  const raw = Object.fromEntries(infoFields.flatMap((name) => (changed[name] === undefined ? [] : [[name, valueOf(name, changed[name])]])))
  const parsed = CustomerEdit.safeParse(raw)
  const errors: Partial<InfoValues> = {}
  for (const issue of parsed.error?.issues ?? []) errors[String(issue.path[0]) as InfoField] ??= issue.message
  if (parsed.data?.email !== undefined && !isEmailShaped(parsed.data.email)) errors.email = messages.email
  return parsed.success && Object.keys(errors).length === 0 ? { edit: parsed.data, errors: null } : { edit: null, errors }
}
