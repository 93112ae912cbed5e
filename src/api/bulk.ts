import { mutationOptions, type QueryKey } from '@tanstack/react-query'
import { type AbuseBulk, previewAbuseBulk, runAbuseBulk } from '../contract/abuse.ts'
import { type BulkOutcome, type BulkPreview, bulkPart } from '../contract/bulk.ts'
import { type BulkAction, previewBulk, runBulk } from '../contract/qr-actions.ts'
import { previewWebriskBulk, runWebriskBulk, type WebriskBulk } from '../contract/webrisk.ts'
import { call } from './client.ts'

/** A bulk change: the record type and what to do to each record. */
export type BulkChange = { of: 'qrs'; change: BulkAction } | { of: 'webrisks'; change: WebriskBulk } | { of: 'abuses'; change: AbuseBulk }

/** What a bulk change makes stale when it ends. */
const stale: Record<BulkChange['of'], QueryKey[]> = {
  qrs: [['qrs'], ['customers'], ['folders'], ['domains'], ['webrisk'], ['timeline'], ['audit']],
  // Blocking also changes QRs.
  webrisks: [['webrisk'], ['qrs'], ['customers'], ['timeline'], ['audit']],
  abuses: [['abuse'], ['audit']],
}

/** What would happen to each of at most `bulkPart` records; read-only. */
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

/** A finished part of a bulk change: what happened to each record, or the error if no reply came. */
export interface BulkPart {
  ids: readonly number[]
  outcome: { rows: readonly { id: number; refusal: string | null }[] } | { error: unknown }
}

interface BulkRun {
  /** Identifies all parts and retries of one bulk change, so nothing is done twice. */
  batch: string
  ids: readonly number[]
  /** Called as each part ends. */
  onPart: (part: BulkPart) => void
  /** Checked before each part. */
  isCanceled: () => boolean
}

/** Runs a bulk change part by part. A failed part doesn't stop the rest, so the mutation itself never fails. */
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
