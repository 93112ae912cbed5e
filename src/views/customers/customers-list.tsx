import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { customerSuggestionsQuery, customersQuery } from '../../api/customers.ts'
import { displayedStatuses, statusColour } from '../../contract/customer-status.ts'
import { accountStates, type CustomerListQuery, type CustomerRow } from '../../contract/customers.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import { paymentMethods } from '../../contract/payment-methods.ts'
import { statusWords } from '../../contract/status-words.ts'
import { countryName } from '../../layout/kit/country-name.ts'
import { StatusBadges } from '../../layout/kit/status-badge.tsx'
import { toastError } from '../../layout/kit/toasts.tsx'
import { dateColumn } from '../../layout/list/date-column.ts'
import { defineList } from '../../layout/list/define-list.ts'
import type { ListFilter, MomentWords } from '../../layout/list/filter-definition.ts'
import { countryFilter } from '../../layout/list/filters/country-filter.ts'
import { creationWords, dateFilter } from '../../layout/list/filters/date-filter.ts'
import { ageOrders, choiceFilter, linkedFilter, orderFilter, switchFilter } from '../../layout/list/filters/filters.ts'
import { measureFilter } from '../../layout/list/filters/measure-filter.ts'
import { type Suggestion, searchFilter } from '../../layout/list/filters/search-filter.tsx'
import { emailWidth, growingWidth } from '../../layout/list/growing-width.ts'
import { idColumn } from '../../layout/list/id-column.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { ListPage } from '../../layout/list/list-page.tsx'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { statesOf } from '../../layout/records/account-state.ts'
import { CustomerName, customerName } from '../../layout/records/customer-name.tsx'
import { methodName, methodWords } from '../../layout/records/payment-names.ts'
import { selectedCustomers } from '../../layout/records/selected-customers.ts'
import { cardChoiceFilters, payLeads } from './card-choices.ts'
import { cardFilter } from './card-filter.ts'
import { planFilter } from './plan-filter.ts'
import { customersSearch } from './search.ts'

/** In normal mode, typing suggests customers to open (document 1, section 2), whatever the table shows (ruling 60). */
function useCustomerSuggestions(search: ListSearch): readonly Suggestion[] {
  const term = search['exactSearch'] === 'false' ? (search['searchTerm'] ?? '') : ''
  const { data, error, errorUpdatedAt } = useQuery({
    ...customerSuggestionsQuery(term),
    enabled: term !== '',
    placeholderData: keepPreviousData,
  })
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

/** What people say of some statuses. */
const sayings: Readonly<Record<string, readonly string[]>> = {
  canceledByUser: ['by user', 'by themselves'],
  canceledByUnpaid: ['unpaid'],
  // 'disputed' alone are payments.
  canceledByDispute: ['by dispute'],
  canceledByEarlyFraud: ['fraud', 'early fraud'],
  soft_deleted: ['deleted'],
  past_due: ['overdue'],
  active: ['paying'],
  trialing: ['on trial', 'trials', 'free', 'free trial', 'free trials'],
  waitingBankTransferApproval: ['bank transfer', 'waiting for bank transfer', 'waiting for approval'],
  trial_ended: ['expired trials', 'trials expired', 'ended trials'],
}

/** What days in a text are by, of customers with some status. Nobody knows when one without an entry began. */
const statusDates: Readonly<Record<string, string>> = {
  trial_ended: 'trialEndsFrom',
  // A trial begins with the account.
  trialing: 'from',
}

const signUpWords: readonly MomentWords[] = [...creationWords, ...['joined', 'registered', 'signed up'].map((phrase) => ({ phrase }))]
const cancellationWords: readonly MomentWords[] = [
  { phrase: 'canceled', isAlone: true, isShared: true },
  ...['churned', 'cancellations'].map((phrase) => ({ phrase, isAlone: true as const })),
  // Alone it is a figure.
  { phrase: 'churn' },
]
const trialEndWords: readonly MomentWords[] = [
  ...['trials', 'trialing customers', 'customers on trial'].flatMap((who) => [`${who} ending`, `${who} expiring`]),
  'trials end',
  'trials expire',
  'ending trials',
  'expiring trials',
].map((phrase) => ({ phrase, isAhead: true }))

/** Filters of the customers list, in display order. */
const customerFilters: readonly ListFilter[] = [
  searchFilter({
    param: 'searchTerm',
    label: 'Search customers',
    placeholder: 'Search email, id, name, company…',
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
  // Before the status, one of which is called banned as well.
  {
    ...choiceFilter({
      param: 'accountState',
      label: 'Account',
      all: 'All accounts',
      choices: accountStates.map((state) => ({ value: state, label: state, datedBy: null })),
    }),
    isRare: true,
    feature: 'fields',
  },
  choiceFilter({
    param: 'status',
    label: 'Status',
    all: 'All statuses',
    choices: displayedStatuses.map((status) => ({
      value: status,
      label: statusWords(status),
      words: sayings[status],
      datedBy: status.startsWith('canceledBy') ? 'canceledFrom' : (statusDates[status] ?? null),
      // One of five that say how a subscription ended.
      isShared: status === 'canceled',
    })),
  }),
  countryFilter,
  dateFilter({ label: 'Created', moments: signUpWords }),
  cardFilter,
  ...cardChoiceFilters,
  { ...planFilter, isRare: true, feature: 'fields' },
  {
    ...choiceFilter({
      param: 'paymentMethod',
      label: 'Pays by',
      all: 'All methods',
      leads: [...payLeads, 'payment method'],
      choices: paymentMethods.map((method) => ({ value: method, label: methodName(method), words: methodWords[method] })),
    }),
    isRare: true,
    feature: 'fields',
  },
  {
    ...dateFilter({ label: 'Canceled', params: ['canceledFrom', 'canceledTo'], moments: cancellationWords }),
    isRare: true,
    feature: 'fields',
  },
  {
    ...dateFilter({ label: 'Trial ends', params: ['trialEndsFrom', 'trialEndsTo'], moments: trialEndWords, isAhead: true }),
    isRare: true,
    feature: 'fields',
  },
  measureFilter('Revenue', {
    params: ['revenueFrom', 'revenueTo'],
    isMoney: true,
    nouns: ['revenue'],
    leads: ['spent', 'paid'],
    none: ['never paid', 'without revenue', 'without payments', 'no payments'],
  }),
  switchFilter({ param: 'trialPlan', label: 'Trial plan' }),
  switchFilter({ param: 'isReferred', label: 'Referred' }),
  linkedFilter({ param: 'referredBy', label: 'Referred by', chip: (id) => `Referred by #${id}` }),
  {
    ...orderFilter({
      sort: 'totalRevenue',
      label: 'Highest revenue first',
      phrases: [
        'biggest',
        'largest',
        'top',
        'best',
        'best paying',
        'highest revenue',
        'most revenue',
        'by revenue',
        'richest',
        'most valuable',
        'high value',
      ],
    }),
    isRare: true,
    feature: 'fields',
  },
  ...ageOrders,
]

const columns: readonly ListColumn<CustomerRow>[] = [
  idColumn,
  { id: 'fullName', header: 'Name', phone: 'headline', cell: (row) => <CustomerName customer={row} />, text: customerName },
  {
    id: 'country',
    header: 'Country',
    width: '76px',
    cell: (row) => row.country?.toUpperCase() ?? '—',
    text: (row) => (row.country ? countryName(row.country) : 'No country'),
  },
  { id: 'email', header: 'Email', width: emailWidth, phone: 'fact', text: (row) => row.email },
  dateColumn('createdAt', { header: 'Created', phone: 'fact' }),
  {
    id: 'status',
    header: 'Status',
    width: growingWidth(172, 238),
    phone: 'state',
    cell: (row) => <StatusBadges statuses={statesOf(row)} colourOf={statusColour} />,
  },
  { id: 'planName', header: 'Plan', width: '76px', text: (row) => row.planName ?? '—' },
  {
    id: 'totalRevenue',
    header: 'Revenue',
    width: '120px',
    align: 'end',
    feature: 'fields',
    isShownIfSorted: true,
    cell: (row) => formatMoney(row.totalRevenue, accountCurrency),
  },
]

/** The customers list (document 1, section 2). */
export const customersList = defineList({
  id: 'customers',
  title: 'Customers',
  alsoCalled: ['signups', 'sign ups', 'sign-ups', 'subscriptions', 'companies', 'clients', 'subscribers', 'people', 'everyone'],
  path: '/customers',
  search: customersSearch,
  query: customersQuery,
  exportAs: 'customers',
  bulk: selectedCustomers((query: CustomerListQuery) => query),
  columns,
  filters: customerFilters,
  href: (row) => `/customers/${row.id}`,
  opens: customerName,
  target: (record) => ({ type: 'customer', record }),
  emptyText: 'Customers appear here.',
  widerSearch: (search) =>
    search['searchTerm'] !== undefined && search['exactSearch'] === undefined
      ? { term: search['searchTerm'], noun: ['customer', 'customers'], changes: { exactSearch: 'false' } }
      : null,
})

export const CustomersPage = () => <ListPage list={customersList} />
