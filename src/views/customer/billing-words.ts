import { countryName } from '../../layout/kit/country-name.ts'
import { accountTypes, type BillingField } from './billing-values.ts'

/** A billing value as displayed. */
export function sayBilling(field: BillingField, value: string): string {
  if (field === 'country' && value !== '') return countryName(value)
  return accountTypes.find((type) => field === 'accountType' && type.value === value)?.label ?? value
}
