import { useQuery } from '@tanstack/react-query'
import { countryOrUnknown } from '../../layout/kit/country-name.ts'
import { AsOf } from '../../layout/list/figures/as-of.tsx'
import { FiguresView } from '../../layout/list/figures/figures-view.tsx'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { useListView } from '../../layout/list/use-list-view.ts'
import { countriesList, figureColumns } from './countries-list.tsx'
import styles from './general.module.css'
import { countriesOf } from './search.ts'

/** Subscribers by country and their monthly revenue. */
export function CountriesCard({ search }: { search: ListSearch }) {
  const view = useListView(countriesList, search)
  // The list's own request, cached, for `asOf`.
  const { data } = useQuery(countriesOf(view.request))
  return (
    <section className="column gap-8 can-shrink" aria-label="Subscribers by country">
      <h2 className={styles.heading}>Subscribers by country</h2>
      <AsOf at={data?.asOf} />
      <FiguresView
        view={view}
        head={{ id: 'country', header: 'Country', name: (row) => countryOrUnknown(row.country) }}
        columns={figureColumns}
      />
    </section>
  )
}
