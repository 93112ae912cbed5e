import { mutationOptions, type QueryKey } from '@tanstack/react-query'
import { type AbuseBulk, previewAbuseBulk, runAbuseBulk } from '../contract/abuse.ts'
import { type BulkOutcome, type BulkPreview, bulkPart } from '../contract/bulk.ts'
import { type CustomerBulk, previewCustomerBulk, runCustomerBulk } from '../contract/customer-bulk.ts'
import { type BulkAction, previewBulk, runBulk } from '../contract/qr-actions.ts'
import { previewWebriskBulk, runWebriskBulk, type WebriskBulk } from '../contract/webrisk.ts'
import { call } from './client.ts'
import { changesOf } from './shown-in.ts'

/** A bulk change: the record type and what to do to each record. */
export type BulkChange =
  | { of: 'customers'; change: CustomerBulk }
  | { of: 'qrs'; change: BulkAction }
  | { of: 'webrisks'; change: WebriskBulk }
  | { of: 'abuses'; change: AbuseBulk }

const changes: Record<BulkChange['of'], { stale: readonly QueryKey[] }> = {
  customers: changesOf('customer', 'payment', 'note'),
  qrs: changesOf('qr', 'domain-rule'),
  // Blocking also changes QRs.
  webrisks: changesOf('webrisk', 'qr'),
  abuses: changesOf('abuse-report'),
}

/** What would happen to each of at most `bulkPart` records; read-only. */
export function previewBulkPart(what: BulkChange, ids: number[], signal: AbortSignal): Promise<BulkPreview> {
  if (what.of === 'customers') return call(previewCustomerBulk, { body: { change: what.change, ids }, signal })
  if (what.of === 'qrs') return call(previewBulk, { body: { change: what.change, ids }, signal })
  if (what.of === 'webrisks') return call(previewWebriskBulk, { body: { change: what.change, ids }, signal })
  return call(previewAbuseBulk, { body: { change: what.change, ids }, signal })
}

function runPart(what: BulkChange, ids: number[], { batch, versions: seen, ids: { length: total } }: BulkRun): Promise<BulkOutcome> {
  if (what.of === 'customers') {
    const versions = ids.flatMap((id) => seen.get(id) ?? [])
    return call(runCustomerBulk, { body: { batch, change: what.change, ids, versions, total } })
  }
  if (what.of === 'qrs') return call(runBulk, { body: { batch, change: what.change, ids, total } })
  if (what.of === 'webrisks') return call(runWebriskBulk, { body: { batch, change: what.change, ids, total } })
  return call(runAbuseBulk, { body: { batch, change: what.change, ids, total } })
}

/** A finished part of a bulk change: what happened to each record, or the error if no reply came. */
export interface BulkPart {
  ids: readonly number[]
  outcome: BulkOutcome | { error: unknown }
}

interface BulkRun {
  /** Identifies all parts and retries of one bulk change, so nothing is done twice. */
  batch: string
  ids: readonly number[]
  /** Each record's version as the preview showed it, if records have one. */
  versions: ReadonlyMap<number, number>
  onPart: (part: BulkPart) => void
  isCanceled: () => boolean
}

/** The provider is asked about one customer after the other: small parts show progress and can be stopped. */
const partOf = ({ change: { action } }: BulkChange) => (action === 'extend-trial' || action === 'sync' ? 10 : bulkPart)

/** Runs a bulk change part by part. A failed part doesn't stop the rest, so the mutation itself never fails. */
export const runBulkMutation = (what: BulkChange) =>
  mutationOptions({
    mutationFn: async (run: BulkRun) => {
      const { ids, onPart, isCanceled } = run
      const size = partOf(what)
      for (let at = 0; at < ids.length && !isCanceled(); at += size) {
        const part = ids.slice(at, at + size)
        const outcome = await runPart(what, part, run).catch((error: unknown) => ({ error }))
        onPart({ ids: part, outcome })
      }
    },
    meta: changes[what.of],
  })
