import { createRoute } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'
import type { ListSearch } from '../../layout/list/list-search.ts'

export const createWordsRoute = (parent: AppRoute) =>
  createRoute({
    ...viewOptions(parent, {
      path: '/settings/words',
      feature: 'words',
      hasCommands: true,
      page: async () => (await import('./words-page.tsx')).WordsPage,
    }),
    validateSearch: (raw): ListSearch => raw as ListSearch,
  })
