import { createRoute } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'

export const createWordsRoute = (parent: AppRoute) =>
  createRoute(
    viewOptions(parent, {
      path: '/settings/words',
      feature: 'words',
      hasCommands: true,
      page: async () => (await import('./words-page.tsx')).WordsPage,
    }),
  )
