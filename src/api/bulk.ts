import { mutationOptions, type QueryKey } from '@tanstack/react-query'
import { type AbuseBulk, previewAbuseBulk, runAbuseBulk } from '../contract/abuse.ts'
import { type BulkOutcome, type BulkPreview, bulkPart } from '../contract/bulk.ts'
import { type BulkAction, previewBulk, runBulk } from '../contract/qr-actions.ts'
import { previewWebriskBulk, runWebriskBulk, type WebriskBulk } from '../contract/webrisk.ts'
import { call } from './client.ts'

/** A change of many records of one type: which, and what is done to each. */
export type BulkChange = { of: 'qrs'; change: BulkAction } | { of: 'webrisks'; change: WebriskBulk } | { of: 'abuses'; change: AbuseBulk }

/** What a change of many makes stale, once it has come to its end. */
const stale: Record<BulkChange['of'], QueryKey[]> = {
  qrs: [['qrs'], ['customers'], ['folders'], ['domains'], ['webrisk'], ['timeline'], ['audit']],
  // Blocking changes QRs.
  webrisks: [['webrisk'], ['qrs'], ['customers'], ['timeline'], ['audit']],
  abuses: [['abuse'], ['audit']],
}

/** What would become of each of at most `bulkPart` records; changes nothing. */
export function previewBulkPart(what: BulkChange, ids: number[], signal: AbortSignal): Promise<BulkPreview> {
  if (what.of === 'qrs') return call(previewBulk, { body: { change: what.change, ids }, signal })
  if (what.of === 'webrisks') return call(previewWebriskBulk, { body: { change: what.change, ids }, signal })
  return call(previewAbuseBulk, { body: { change: what.change, ids }, signal })
}

function runPart(what: BulkChange, batch: string, ids: number[]): Promise<BulkOutcome> {
  if (what.of === 'qrs') return call(runBulk, { body: { batch, change: what.change, ids } })
  if (what.of === 'webrisks') return call(runWebriskBulk, { body: { batch, change: what.change, ids } })
  return call(runAbuseBulk, { body: { batch, change: what.change, ids } })
}

/** A part of a bulk change that has come to its end: what became of each of its records, or why nothing was heard of them. */
export interface BulkPart {
  ids: readonly number[]
  outcome: { rows: readonly { id: number; refusal: string | null }[] } | { error: unknown }
}

interface BulkRun {
  /** Names all parts and all tries of one bulk change: what was done is not done twice. */
  batch: string
  ids: readonly number[]
  /** Told of each part as it ends. */
  onPart: (part: BulkPart) => void
  /** Asked before each part: whether to stop. */
  isCanceled: () => boolean
}

/** Runs a bulk change part by part. A part that fails does not stop the others, so that the mutation itself never fails. */
export const runBulkMutation = (what: BulkChange) =>
  mutationOptions({
    mutationFn: async ({ batch, ids, onPart, isCanceled }: BulkRun) => {
      for (let at = 0; at < ids.length && !isCanceled(); at += bulkPart) {
        const part = ids.slice(at, at + bulkPart)
        const outcome = await runPart(what, batch, part).catch((error: unknown) => ({ error }))
        onPart({ ids: part, outcome })
      }
    },
    meta: { stale: stale[what.of] },
  })
