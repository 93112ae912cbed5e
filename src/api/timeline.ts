import { infiniteQueryOptions } from '@tanstack/react-query'
import { getTimeline, type TimelineKind } from '../contract/timeline.ts'
import { call } from './client.ts'

/** A customer's timeline, newest first, page by page. No kinds means all. */
export const timelineQuery = (id: number, kinds: readonly TimelineKind[]) =>
  infiniteQueryOptions({
    queryKey: ['timeline', id, kinds],
    queryFn: ({ pageParam, signal }) => call(getTimeline, { params: { id }, query: { kinds: kinds.join(','), before: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })
