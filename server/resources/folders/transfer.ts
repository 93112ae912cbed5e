import { and, asc, eq, inArray } from 'drizzle-orm'
import { whyNotReceive } from '../../../src/contract/qr-rules.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { folders, qrs } from '../../db/schema/qrs.ts'
import { ApiError, throwIfRefused } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { noteQrs, writeNoted } from '../qrs/audited.ts'
import { auditMany, completeAudit, countKept, lockEnds } from '../qrs/change-all.ts'

interface Transfer {
  userId: number
  folders: readonly number[]
  destiny: number
}

/**
 * Transfers folders with their QRs to another customer, all or nothing (ruling 43).
 * @returns how many QRs were transferred
 * @throws ApiError not_found; unavailable_action with the rule's reason
 */
export async function transferFolders({ database, now }: AppContext, actor: Actor, { userId, destiny, folders: requested }: Transfer) {
  const ids = [...new Set(requested)].sort((a, b) => a - b)
  return database.orm.transaction(async (tx) => {
    const { to } = await lockEnds(tx, userId, destiny)
    const owners = await lockFolders(tx, ids)
    for (const id of ids) {
      const owner = owners.get(id)
      if (owner === undefined) throw new ApiError('not_found', `Folder ${id} was not found.`)
      if (owner !== userId) throwIfRefused(`Folder ${id} is not theirs any more.`)
    }
    const inside = and(inArray(qrs.folderId, ids), eq(qrs.userId, userId))
    throwIfRefused(whyNotReceive(to, userId, await countKept(tx, inside)))
    const auditId = await auditMany(tx, actor, now(), {
      action: 'folder.transfer',
      customer: userId,
      before: { destiny: null, folders: ids },
      where: inside,
    })
    const transferred = await noteQrs(tx, auditId, inside)
    await tx.update(folders).set({ userId: destiny }).where(inArray(folders.id, ids))
    await writeNoted(tx, auditId, { user: destiny }, now())
    await completeAudit(tx, auditId, { destiny, folders: ids, transferred })
    await auditReceived(tx, actor, now(), destiny, { receivedFolders: ids, received: transferred, origin: userId })
    return { auditId, transferred }
  })
}

/** Locks folders in order of id and returns their owners. */
export async function lockFolders(tx: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .select({ id: folders.id, owner: folders.userId })
    .from(folders)
    .where(inArray(folders.id, [...ids]))
    .orderBy(asc(folders.id))
    .for('update')
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}

/** Records the transfer for the receiving customer too. */
export async function auditReceived(tx: Db, actor: Actor, now: number, customer: number, after: Record<string, unknown>): Promise<void> {
  await writeAudit(tx, {
    ...actor,
    now,
    action: 'folder.transfer',
    targetType: 'customer',
    targetId: customer,
    before: { receivedFolders: null },
    after,
  })
}
