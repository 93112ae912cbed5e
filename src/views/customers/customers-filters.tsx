import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { customerSuggestionsQuery } from '../../api/customers.ts'
import { displayedStatuses } from '../../contract/customer-status.ts'
import { customerName } from '../../layout/records/customer-name.tsx'
import { countryFilter } from '../../layout/list/country-filter.tsx'
import { dateFilter } from '../../layout/list/date-filter.tsx'
import { choiceFilter, linkedFilter, switchFilter } from '../../layout/list/filters.tsx'
import type { ListFilter } from '../../layout/list/list-definition.ts'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { searchFilter } from '../../layout/list/search-filter.tsx'
import type { Suggestion } from '../../layout/list/suggestion-list.tsx'
import { statusWords } from '../../layout/kit/status-badge.tsx'
import { toastError } from '../../layout/kit/toasts.tsx'
import { cardFilter } from './card-filter.tsx'

/** In normal mode, typing suggests customers to open (document 1, section 2). */
function useCustomerSuggestions(search: ListSearch): readonly Suggestion[] {
  const term = search['exactSearch'] === 'false' ? (search['searchTerm'] ?? '') : ''
  const { data, error, errorUpdatedAt } = useQuery({ ...customerSuggestionsQuery(term), enabled: term !== '' })
  useEffect(() => {
    if (error) toastError('Error!, try again.', error)
  }, [error, errorUpdatedAt])
  if (term === '' || !data) return []
  return data.rows.map((row) => ({
    id: row.id,
    label: customerName(row),
    detail: `${row.email} · #${row.id}`,
    href: `/customers/${row.id}`,
  }))
}

/** Filters of the customers list, in display order. */
export const customerFilters: readonly ListFilter[] = [
  searchFilter({
    param: 'searchTerm',
    label: 'Search customers',
    placeholder: 'Search e-mail, id, name, company…',
    mode: {
      param: 'exactSearch',
      label: 'Search mode',
      choices: [
        { value: 'true', label: 'exact' },
        { value: 'false', label: 'normal' },
      ],
    },
    useSuggestions: useCustomerSuggestions,
  }),
  choiceFilter({
    param: 'status',
    label: 'Status',
    all: 'All statuses',
    choices: displayedStatuses.map((status) => ({ value: status, label: statusWords(status) })),
  }),
  countryFilter,
  dateFilter({ label: 'Created' }),
  cardFilter,
  switchFilter({ param: 'trialPlan', label: 'Trial plan' }),
  switchFilter({ param: 'isReferred', label: 'Referred' }),
  linkedFilter({ param: 'referredBy', chip: (id) => `Referred by #${id}` }),
]
