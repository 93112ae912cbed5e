import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { feedbackQuery } from '../../api/feedback.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { readListSearch } from '../../layout/list/list-search.ts'
import { prefetchList } from '../../layout/list/prefetch-list.ts'
import { feedbackSearch } from './search.ts'

/** /customers/feedback */
export const createFeedbackRoute = (parent: AppRoute) =>
  createRoute({
    getParentRoute: () => parent,
    path: '/customers/feedback',
    validateSearch: (raw: Record<string, unknown>) => readListSearch(feedbackSearch, raw),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => prefetchList(context.queryClient, { search: feedbackSearch, query: feedbackQuery }, deps),
    component: lazyRouteComponent(() => import('./feedback-page.tsx'), 'FeedbackPage'),
  })
