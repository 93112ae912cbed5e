import { mutationOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { type BulkAction, bulkPart, matchingQrs, previewBulk, runBulk, undoBulk } from '../contract/qr-actions.ts'
import { call } from './client.ts'

/** What a change of many QRs makes stale, once it has come to its end. */
const changesQrs = { stale: [['qrs'], ['customers'], ['folders'], ['domains'], ['timeline'], ['audit']] }

/** The ids of all QRs that a filter finds, the newest first, up to `bulkLimit`. */
export const fetchMatchingQrs = (query: Partial<z.output<typeof matchingQrs.query>>) => call(matchingQrs, { query })

/** What would become of each of at most `bulkPart` QRs; changes nothing. */
export const previewBulkPart = (change: BulkAction, ids: number[], signal: AbortSignal) =>
  call(previewBulk, { body: { change, ids }, signal })

/** A part of a bulk change that has come to its end: what became of each of its QRs, or why nothing was heard of them. */
export interface BulkPart {
  ids: readonly number[]
  outcome: { rows: readonly { id: number; refusal: string | null }[] } | { error: unknown }
}

interface BulkRun {
  /** Names all parts and all tries of one bulk change: what was done is not done twice. */
  batch: string
  change: BulkAction
  ids: readonly number[]
  /** Told of each part as it ends. */
  onPart: (part: BulkPart) => void
  /** Asked before each part: whether to stop. */
  isCanceled: () => boolean
}

/** Runs a bulk change part by part. A part that fails does not stop the others, so that the mutation itself never fails. */
export const runBulkMutation = () =>
  mutationOptions({
    mutationFn: async ({ batch, change, ids, onPart, isCanceled }: BulkRun) => {
      for (let at = 0; at < ids.length && !isCanceled(); at += bulkPart) {
        const part = ids.slice(at, at + bulkPart)
        const outcome = await call(runBulk, { body: { batch, change, ids: part } }).catch((error: unknown) => ({ error }))
        onPart({ ids: part, outcome })
      }
    },
    meta: changesQrs,
  })

/** Undoes all that a batch of one's own did, as far as nobody changed it since. */
export const undoBulkMutation = () =>
  mutationOptions({ mutationFn: (batch: string) => call(undoBulk, { body: { batch } }), meta: changesQrs })
