import { createRoute } from '@tanstack/react-router'
import { countriesMrrQuery, dailyQuery, generalStatsQuery } from '../../api/stats.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'
import { isPhone } from '../../layout/kit/is-phone.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { chartOf, countriesSearch, readGeneralSearch, statsOf } from './search.ts'

export const createGeneralRoute = (parent: AppRoute) =>
  createRoute({
    ...viewOptions(parent, {
      path: '/general',
      needs: 'dashboard.read',
      page: async () => (await import('./general-page.tsx')).GeneralPage,
    }),
    validateSearch: readGeneralSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queryClient }, deps }) => {
      const { tab, range } = chartOf(deps, isPhone())
      void queryClient.prefetchQuery(dailyQuery(tab, range))
      void queryClient.prefetchQuery(generalStatsQuery(statsOf(deps).range))
      void prefetchList(queryClient, { search: countriesSearch, query: countriesMrrQuery }, deps)
    },
  })
