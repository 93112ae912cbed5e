import type { z } from 'zod'
import { listAbuse, matchingAbuse, setAbuseStatus } from '../contract/abuse.ts'
import { changeOptions } from './change-options.ts'
import { call } from './client.ts'
import { listOptions } from './options.ts'

/** A page of abuse reports; all statuses unless one is given. */
export const abuseQuery = listOptions(listAbuse, 'abuse', 'list')

/** Ids of all matching reports, newest first, up to `bulkLimit`. */
export const fetchMatchingAbuse = (query: Partial<z.output<typeof matchingAbuse.query>>) => call(matchingAbuse, { query })

/** Throws ApiFailure 409 `stale` if somebody else changed the status first. */
export const setAbuseStatusMutation = changeOptions(setAbuseStatus, ['abuse-report'])
