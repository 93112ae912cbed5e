import { and, eq, exists, inArray, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { OwnReversal } from '../../audit/reversal.ts'
import type { Db } from '../../db/connect.ts'
import { auditedQrs, folders, qrs } from '../../db/schema/qrs.ts'
import { countUntouched, giveBack } from '../qrs/audited.ts'
import { readEnds } from '../qrs/locked.ts'
import { auditReceived, lockFolders } from './transfer.ts'

const Transferred = z.object({ destiny: z.number(), folders: z.array(z.number()), transferred: z.number() })

/** Reverses a folder transfer if folders and QRs are still the destination's and nothing was added since. */
export const folderTransferReversal: Pick<OwnReversal, 'read' | 'restore'> = {
  async read(tx, id, change) {
    const { destiny, folders: ids } = Transferred.parse(change.after)
    const ends = await readEnds(tx, [id, destiny], { lock: true })
    const owners = await lockFolders(tx, ids)
    const untouched = await countUntouched(tx, change.auditId, { userId: destiny })
    // QRs added since then would end up in another customer's folder.
    const added = await countAdded(tx, change.auditId, ids)
    return {
      name: ends.get(id)?.name ?? `customer ${id}`,
      fields: { destiny, folders: ids.filter((folder) => owners.get(folder) === destiny), transferred: added === 0 ? untouched : null },
    }
  },
  async restore(tx, id, _before, now, change, actor) {
    const { destiny, folders: ids, transferred } = Transferred.parse(change.after)
    await tx.update(folders).set({ userId: id }).where(inArray(folders.id, ids))
    await giveBack(tx, change.auditId, { user: id }, now)
    await auditReceived(tx, actor, now, destiny, { gaveBackFolders: ids, transferred })
  },
}

/** QRs in the folders that weren't part of the transfer. */
async function countAdded(tx: Db, auditId: number, ids: number[]): Promise<number> {
  const isNoted = exists(
    tx
      .select({ one: sql`1` })
      .from(auditedQrs)
      .where(and(eq(auditedQrs.auditId, auditId), eq(auditedQrs.qrId, qrs.id))),
  )
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(qrs)
    .where(and(inArray(qrs.folderId, ids), not(isNoted)))
  return row?.count ?? 0
}
