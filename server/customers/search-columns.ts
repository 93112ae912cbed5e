import { foldText } from '../search-text.ts'

interface SearchedFields {
  id: number
  firstName: string
  lastName: string
  companyName: string | null
  email: string
  stripeCustomerId: string | null
}

/**
 * The three columns that list search and sorting read (rulings 13 and 18). Every write of a searched field writes them too.
 * Exact search compares one whole value of `searchKeys`; normal search looks for a part of `searchText`, in which a line
 * break keeps a term from matching across two fields.
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
