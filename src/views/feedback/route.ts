import { listRoute } from '../../layout/frame/view-routes.ts'
import { feedbackSource } from './search.ts'

export const createFeedbackRoute = listRoute({
  ...feedbackSource,
  path: '/customers/feedback',
  page: async () => (await import('./feedback-list.tsx')).FeedbackPage,
})
