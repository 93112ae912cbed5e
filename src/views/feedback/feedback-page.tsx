import { getRouteApi } from '@tanstack/react-router'
import { ListPage } from '../../layout/list/list-page.tsx'
import { feedbackList } from './feedback-list.tsx'

const route = getRouteApi('/app/customers/feedback')

/** What customers said on leaving or when asked. */
export function FeedbackPage() {
  return <ListPage list={feedbackList} search={route.useSearch()} />
}
