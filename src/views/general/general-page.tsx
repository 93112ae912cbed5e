import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { formatRange } from '../../layout/kit/date-range/range.ts'
import { dateFilter, rangeOf } from '../../layout/list/filters/date-filter.ts'
import { noteScreen } from '../../layout/list/noted-screens.ts'
import { Page } from '../../layout/list/page.tsx'
import { ChartCard } from './chart-card.tsx'
import { CountriesCard } from './countries-card.tsx'
import styles from './general.module.css'
import { chartChange, hrefWith, type SearchChanges, statsChange, withChanges } from './search.ts'
import { StatsCard } from './stats-card.tsx'

const route = getRouteApi('/app/general')

const days = dateFilter({ label: 'Figures', params: ['statsFrom', 'statsTo'], moments: [], isUsual: true })

// 'revenue november'
noteScreen({
  path: '/general',
  title: 'General dashboard',
  alsoCalled: ['dashboard', 'revenue', 'income', 'turnover', 'earnings', 'earn', 'earned', 'mrr', 'money', 'figures'],
  filters: [days],
  filtered: (changes) => {
    const range = rangeOf(changes, ['statsFrom', 'statsTo'])
    return {
      href: range ? hrefWith({}, { ...chartChange(range), ...statsChange(range) }) : '/general',
      chips: range ? [formatRange(range)] : [],
    }
  },
})

/** The general dashboard (document 2, section 2): chart, figures and countries. All state is in the URL. */
export function GeneralPage() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const change = (changes: SearchChanges) => void navigate({ to: '.', search: withChanges(search, changes) as never, resetScroll: false })
  return (
    <Page title="General dashboard">
      <div className="container">
        <div className={styles.grid}>
          <ChartCard search={search} change={change} />
          <StatsCard search={search} change={change} />
          <CountriesCard search={search} />
        </div>
      </div>
    </Page>
  )
}
