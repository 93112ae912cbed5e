import type { z } from 'zod'
import { checkWebrisk, listTracker, listWebrisk, matchingWebrisk, setWebriskStatus } from '../contract/webrisk.ts'
import { changeOptions } from './change-options.ts'
import { call } from './client.ts'
import { listOptions } from './options.ts'

/** A page of the web-risk list; all statuses unless one is given. */
export const webriskQuery = listOptions(listWebrisk, 'webrisk', 'list')

/** Ids of all matching rows, newest first, up to `bulkLimit`. */
export const fetchMatchingWebrisk = (query: Partial<z.output<typeof matchingWebrisk.query>>) => call(matchingWebrisk, { query })

export const trackerQuery = listOptions(listTracker, 'webrisk-tracker', 'list')

/** Throws ApiFailure 409 `stale` if somebody else changed the status first. */
export const setWebriskStatusMutation = changeOptions(setWebriskStatus, ['webrisk'])

export const checkWebriskMutation = changeOptions(checkWebrisk, ['webrisk'])
