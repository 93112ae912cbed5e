import { type AccountType, type BillingData, needsVatNumber, requiresTaxId, showsTaxId } from '../../contract/billing.ts'
import { countryName } from '../../layout/kit/country-name.ts'

/** Fields of the billing form. */
export const billingFields = [
  'country',
  'accountType',
  'companyName',
  'vatNumber',
  'taxId',
  'firstname',
  'lastname',
  'street',
  'zip',
  'city',
  'email',
] as const
export type BillingField = (typeof billingFields)[number]
export type BillingValues = Record<BillingField, string>

/** Key of the form's draft. */
export const billingForm = (customerId: number) => `customer.${customerId}.billing`

export const billingLabels: Record<BillingField, string> = {
  country: 'Country',
  accountType: 'Account type',
  companyName: 'Company name',
  vatNumber: 'VAT number',
  taxId: 'Tax id',
  firstname: 'First name',
  lastname: 'Last name',
  street: 'Street',
  zip: 'Zip',
  city: 'City',
  email: 'Email',
}

export const accountTypes: readonly { value: AccountType; label: string }[] = [
  { value: 'company', label: 'Company' },
  { value: 'private', label: 'Private' },
]

/** Billing data as form values. */
export function billingValuesOf(billing: BillingData): BillingValues {
  const values = Object.fromEntries(billingFields.map((field) => [field, billing[field] ?? ''])) as BillingValues
  return { ...values, country: values.country.toLowerCase() }
}

const factsOf = ({ country, accountType }: BillingValues) => ({ country, accountType: accountType as AccountType })

/**
 * Whether a field applies to the country and account type (document
 * 1, section 5; ruling 40). Hidden fields keep their text.
 */
export function isShown(field: BillingField, values: BillingValues): boolean {
  if (field === 'companyName') return values.accountType === 'company'
  if (field === 'vatNumber') return needsVatNumber(factsOf(values))
  return field !== 'taxId' || showsTaxId(factsOf(values))
}

/** Whether a visible field is required. */
export function isRequired(field: BillingField, values: BillingValues): boolean {
  return field !== 'taxId' || requiresTaxId(factsOf(values))
}

/** A billing value as displayed. */
export function sayBilling(field: BillingField, value: string): string {
  if (field === 'country' && value !== '') return countryName(value)
  return accountTypes.find((type) => field === 'accountType' && type.value === value)?.label ?? value
}
