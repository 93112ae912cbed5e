import { feedbackQuery } from '../../api/feedback.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { listRoute } from '../../layout/frame/view-routes.ts'
import { feedbackSearch } from './search.ts'

export const createFeedbackRoute = (parent: AppRoute) =>
  listRoute(parent, {
    path: '/customers/feedback',
    search: feedbackSearch,
    query: feedbackQuery,
    page: async () => (await import('./feedback-list.tsx')).FeedbackPage,
  })
