import { FiguresView } from '../../layout/figures/figures-view.tsx'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { useListView } from '../../layout/list/use-list-view.ts'
import { countriesList, figureColumns, nameOfCountry } from './countries-list.tsx'
import styles from './general.module.css'

/** Who subscribes where, and what it brings in a month. */
export function CountriesCard({ search }: { search: ListSearch }) {
  const view = useListView(countriesList, search)
  return (
    <section className={styles.countries} aria-label="Subscribers by country">
      <h2 className={styles.heading}>Subscribers by country</h2>
      <FiguresView
        view={view}
        head={{ id: 'country', header: 'Country', name: (row) => nameOfCountry(row.country) }}
        columns={figureColumns}
      />
    </section>
  )
}
