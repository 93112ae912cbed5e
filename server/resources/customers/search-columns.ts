import { foldText } from '../../../src/contract/fold.ts'

interface SearchedFields {
  id: number
  firstName: string
  lastName: string
  companyName: string | null
  email: string
  stripeCustomerId: string | null
}

/**
 * Columns for list search and sorting (rulings 13 and 18), to be written whenever a searched field changes. Exact search
 * compares whole `searchKeys`. Normal search scans `searchText`, where line breaks keep a term from spanning two fields.
 */
export function customerSearchColumns(customer: SearchedFields) {
  const fullName = foldText(`${customer.firstName} ${customer.lastName}`)
  const company = foldText(customer.companyName ?? '')
  const values = [String(customer.id), foldText(customer.email), fullName, company, foldText(customer.stripeCustomerId ?? '')]
  const searchKeys = [...new Set(values.filter((value) => value !== ''))]
  return {
    searchKeys,
    searchText: searchKeys.join('\n'),
    nameKey: company === '' ? fullName : `${fullName} - ${company}`,
  }
}
