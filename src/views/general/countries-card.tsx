import { useQuery } from '@tanstack/react-query'
import { countriesMrrQuery } from '../../api/stats.ts'
import { formatCount } from '../../contract/count.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import type { CountryMrrFigures, CountryMrrRow } from '../../contract/stats.ts'
import { countryOrUnknown } from '../../layout/kit/country-name.ts'
import { defineList } from '../../layout/list/define-list.ts'
import { AsOf } from '../../layout/list/figures/as-of.tsx'
import { FiguresView } from '../../layout/list/figures/figures-view.tsx'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { useListView } from '../../layout/list/use-list-view.ts'
import { countriesSearch } from './search.ts'

/** Subscribers by country and their monthly revenue. */
export function CountriesCard({ search }: { search: ListSearch }) {
  const view = useListView(countriesList, search)
  // The list's own request, cached, for `asOf`.
  const { data } = useQuery(countriesMrrQuery(view.request))
  return (
    <section className="column gap-8 can-shrink" aria-label="Subscribers by country">
      <h2 className="card-title">Subscribers by country</h2>
      <AsOf at={data?.asOf} />
      <FiguresView
        view={view}
        head={{ id: 'country', header: 'Country', name: (row) => countryOrUnknown(row.country) }}
        columns={figureColumns}
        totals={data?.totals ?? undefined}
      />
    </section>
  )
}

const money = (cents: number) => formatMoney(cents, accountCurrency)

const figureColumn = (id: keyof CountryMrrFigures, header: string, hint: string, text: (value: number) => string) => ({
  id,
  header,
  hint,
  cell: (row: CountryMrrRow) => text(row[id]),
  total: (totals: CountryMrrFigures) => text(totals[id]),
})

const figureColumns = [
  figureColumn('subscribedUsers', 'Subscribers', 'Customers with a live subscription, today.', formatCount),
  figureColumn('mrr', 'MRR', 'The monthly value of their subscriptions, after discounts.', money),
  figureColumn('totalRevenue', 'Total revenue', 'All successful payments ever, less refunds.', money),
]

const columns: readonly ListColumn<CountryMrrRow>[] = [
  { id: 'country', header: 'Country', phone: 'headline', cell: (row) => countryOrUnknown(row.country) },
  ...figureColumns.map(({ id, header, cell }) => ({ id, header, cell, firstDirection: 'desc' as const })),
]

/** Subscribers by country (document 2, section 2). A row opens that country's customers. */
const countriesList = defineList({
  id: 'stats.countries',
  hasFixedColumns: true,
  title: 'Subscribers by country',
  search: countriesSearch,
  query: countriesMrrQuery,
  columns,
  filters: [],
  href: (row) => (row.country === '' ? null : `/customers?status=any&country=${row.country}`),
  opens: (row) => `the customers of ${countryOrUnknown(row.country)}`,
  target: () => null,
  emptyText: 'Countries with live subscriptions appear here: see Customers for who is on trial.',
})
