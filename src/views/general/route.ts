import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { dailyRevenueQuery, dailySeriesQuery, generalStatsQuery } from '../../api/stats.ts'
import { type AppRoute, requireFullAccess } from '../../layout/frame/app-route.tsx'
import { isPhone } from '../../layout/kit/is-phone.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { chartOf, countriesOf, countriesSearch, readGeneralSearch, statsOf } from './search.ts'

/** /general */
export const createGeneralRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/general',
    beforeLoad: requireFullAccess,
    validateSearch: readGeneralSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queryClient }, deps }) => {
      const { tab, range } = chartOf(deps, isPhone())
      void (tab === 'revenue'
        ? queryClient.prefetchQuery(dailyRevenueQuery(range))
        : queryClient.prefetchQuery(dailySeriesQuery(tab, range)))
      void queryClient.prefetchQuery(generalStatsQuery(statsOf(deps).range))
      prefetchList(queryClient, { search: countriesSearch, query: countriesOf }, deps)
    },
    component: lazyRouteComponent(() => import('./general-page.tsx'), 'GeneralPage'),
  })
