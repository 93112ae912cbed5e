import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type FeedbackListQuery, listFeedback } from '../contract/notes.ts'
import { call } from './client.ts'

export const feedbackQuery = (query: Partial<FeedbackListQuery>) =>
  queryOptions({
    queryKey: ['feedback', 'list', query],
    queryFn: ({ signal }) => call(listFeedback, { query, signal }),
    placeholderData: keepPreviousData,
  })
