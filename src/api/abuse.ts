import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { type AbuseListQuery, listAbuse, matchingAbuse, setAbuseStatus } from '../contract/abuse.ts'
import { call } from './client.ts'

/** A page of abuse reports; all statuses unless one is given. */
export const abuseQuery = (query: Partial<AbuseListQuery>) =>
  queryOptions({
    queryKey: ['abuse', 'list', query],
    queryFn: ({ signal }) => call(listAbuse, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Ids of all matching reports, newest first, up to `bulkLimit`. */
export const fetchMatchingAbuse = (query: Partial<z.output<typeof matchingAbuse.query>>) => call(matchingAbuse, { query })

/** Throws ApiFailure 409 `stale` if somebody else changed the status first. */
export const setAbuseStatusMutation = () =>
  mutationOptions({
    mutationFn: ({ id, ...body }: { id: number } & z.input<(typeof setAbuseStatus)['body']>) =>
      call(setAbuseStatus, { params: { id }, body }),
    meta: { stale: [['abuse'], ['audit']] },
  })
