import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  checkWebrisk,
  listTracker,
  listWebrisk,
  matchingWebrisk,
  setWebriskStatus,
  type TrackerListQuery,
  type WebriskListQuery,
} from '../contract/webrisk.ts'
import { call } from './client.ts'

/** A page of the web-risk list; all statuses unless one is given. */
export const webriskQuery = (query: Partial<WebriskListQuery>) =>
  queryOptions({
    queryKey: ['webrisk', 'list', query],
    queryFn: ({ signal }) => call(listWebrisk, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** Ids of all matching rows, newest first, up to `bulkLimit`. */
export const fetchMatchingWebrisk = (query: Partial<z.output<typeof matchingWebrisk.query>>) => call(matchingWebrisk, { query })

/** A page of the web-risk log of all customers. */
export const trackerQuery = (query: Partial<TrackerListQuery>) =>
  queryOptions({
    queryKey: ['webrisk-tracker', 'list', query],
    queryFn: ({ signal }) => call(listTracker, { query, signal }),
    placeholderData: keepPreviousData,
  })

const changesEntry = { stale: [['webrisk'], ['audit']] }

/** Throws ApiFailure 409 `stale` if somebody else changed the status first. */
export const setWebriskStatusMutation = () =>
  mutationOptions({
    mutationFn: ({ id, ...body }: { id: number } & z.input<(typeof setWebriskStatus)['body']>) =>
      call(setWebriskStatus, { params: { id }, body }),
    meta: changesEntry,
  })

/** Has the address checked again. */
export const checkWebriskMutation = () =>
  mutationOptions({ mutationFn: ({ id }: { id: number }) => call(checkWebrisk, { params: { id }, body: {} }), meta: changesEntry })
