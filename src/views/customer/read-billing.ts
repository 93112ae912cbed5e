import { BillingEdit } from '../../contract/billing.ts'
import { messages } from '../../contract/fields.ts'
import { isVatNumber } from '../../contract/vat.ts'
import { type BillingField, type BillingValues, billingFields, isShown } from './billing-values.ts'

/** The form as a request, or errors by field; fields that don't apply are left out. */
export function readBilling(
  values: BillingValues,
): { edit: Omit<BillingEdit, 'version'>; errors: null } | { edit: null; errors: Partial<BillingValues> } {
  const sent = Object.fromEntries(billingFields.map((field) => [field, isShown(field, values) ? values[field].trim() : null]))
  const parsed = BillingEdit.safeParse(sent)
  const errors: Partial<BillingValues> = {}
  for (const issue of parsed.error?.issues ?? []) errors[String(issue.path[0]) as BillingField] ??= issue.message
  if (isShown('vatNumber', values)) {
    const vat = values.vatNumber.trim()
    if (vat === '') errors.vatNumber = messages.vatRequired
    else if (!isVatNumber(values.country, vat)) errors.vatNumber = messages.invalidVat
  }
  return parsed.success && Object.keys(errors).length === 0 ? { edit: parsed.data, errors: null } : { edit: null, errors }
}
