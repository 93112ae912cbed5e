import type { z } from 'zod'
import { matchingQrs } from '../contract/qr-actions.ts'
import { call } from './client.ts'

/** Ids of all matching QRs, newest first, up to `bulkLimit`. */
export const fetchMatchingQrs = (query: Partial<z.output<typeof matchingQrs.query>>) => call(matchingQrs, { query })
