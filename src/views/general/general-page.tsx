import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Page } from '../../layout/list/page.tsx'
import { ChartCard } from './chart-card.tsx'
import { CountriesCard } from './countries-card.tsx'
import styles from './general.module.css'
import { type SearchChanges, withChanges } from './search.ts'
import { StatsCard } from './stats-card.tsx'

const route = getRouteApi('/app/general')

/** The general dashboard (document 2, section 2): chart, figures and countries. All state is in the URL. */
export function GeneralPage() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const change = (changes: SearchChanges) => void navigate({ to: '.', search: withChanges(search, changes) as never, resetScroll: false })
  return (
    <Page title="General dashboard">
      <div className={styles.grid}>
        <ChartCard search={search} change={change} />
        <StatsCard search={search} change={change} />
        <CountriesCard search={search} />
      </div>
    </Page>
  )
}
