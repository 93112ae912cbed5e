import { formatCount } from '../../contract/count.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import type { CountryMrrRow } from '../../contract/stats.ts'
import { countryOrUnknown } from '../../layout/kit/country-name.ts'
import type { FigureColumn } from '../../layout/list/figures/figures-table.tsx'
import { defineList, type ListColumn } from '../../layout/list/list-definition.ts'
import { countriesOf, countriesSearch } from './search.ts'

const money = (cents: number) => formatMoney(cents, accountCurrency)

export const figureColumns: readonly FigureColumn<CountryMrrRow>[] = [
  { id: 'subscribedUsers', header: 'Subscribers', cell: (row) => formatCount(row.subscribedUsers) },
  { id: 'mrr', header: 'MRR', hint: 'The monthly value of their subscriptions', cell: (row) => money(row.mrr) },
  { id: 'totalRevenue', header: 'Total revenue', cell: (row) => money(row.totalRevenue) },
]

const columns: readonly ListColumn<CountryMrrRow>[] = [
  { id: 'country', header: 'Country', phone: 'headline', cell: (row) => countryOrUnknown(row.country) },
  ...figureColumns.map(({ id, header, cell }) => ({ id, header, cell, phone: 'more' as const, firstDirection: 'desc' as const })),
]

/** Subscribers by country (document 2, section 2). A row opens that country's customers. */
export const countriesList = defineList({
  id: 'stats.countries',
  hasFixedColumns: true,
  title: 'Subscribers by country',
  search: countriesSearch,
  query: countriesOf,
  columns,
  filters: [],
  href: (row) => (row.country === '' ? null : `/customers?status=any&country=${row.country}`),
  opens: (row) => `the customers of ${countryOrUnknown(row.country)}`,
  target: () => null,
  emptyText: 'Nobody has a live subscription.',
})
