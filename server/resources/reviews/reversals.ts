import { z } from 'zod'
import type { BatchReversal, Found, OwnReversal } from '../../audit/reversal.ts'
import { abuseKind, type ReviewKind, webriskKind } from './kinds.ts'
import { readReviews, writeStatuses } from './rows.ts'

const Before = z.object({ status: z.number().int() })

/** Reverses status changes, and checks that caused one. A check's findings stay in the audit row: they are no field of the row. */
function batchReversal(kind: Pick<ReviewKind<never>, 'table' | 'noun'>): BatchReversal {
  return {
    async read(tx, changes, options) {
      const rows = await readReviews(
        tx,
        kind,
        changes.map(({ targetId }) => targetId),
        options,
      )
      const found = new Map<number, Found>()
      for (const { targetId, after } of changes) {
        const row = rows.get(targetId)
        if (row) found.set(targetId, { name: `${kind.noun} ${row.id}`, fields: { ...after, status: row.status } })
      }
      return found
    },
    restore: (tx, changes) =>
      writeStatuses(
        tx,
        kind,
        changes.map(({ targetId, before }) => ({ id: targetId, ...Before.parse(before) })),
      ),
  }
}

export const webriskBatchReversal = batchReversal(webriskKind)
export const abuseBatchReversal = batchReversal(abuseKind)

/** The same for a single change. */
function oneReversal(many: BatchReversal): Pick<OwnReversal, 'read' | 'restore'> {
  return {
    read: async (tx, id, change, options) => (await many.read(tx, [change], options)).get(id) ?? null,
    restore: (tx, _id, _before, now, change, actor) => many.restore(tx, [change], now, actor),
  }
}

export const webriskReversal = oneReversal(webriskBatchReversal)
export const abuseReversal = oneReversal(abuseBatchReversal)
