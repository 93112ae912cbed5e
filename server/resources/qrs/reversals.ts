import { asc, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { BatchReversal, Found, OwnReversal, RecordedChange } from '../../audit/reversal.ts'
import type { Actor } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { lockDomainLists } from '../../db/domain-lists.ts'
import { blacklistedDomains } from '../../db/schema/security.ts'
import { requireCustomer } from '../customers/rules.ts'
import { auditEnds, type Move } from './apply.ts'
import { countUntouched, giveBack } from './audited.ts'
import { readEnds, readQrs } from './locked.ts'
import { type QrWrite, writeQrs } from './write.ts'

/** QR columns that undo restores. */
const Restored = z.object({
  status: z.number().optional(),
  stopped: z.number().optional(),
  whitelisted: z.boolean().optional(),
  user: z.number().optional(),
  folder: z.number().nullable().optional(),
})

const Blocked = z.object({ domainId: z.number() })
const Owner = z.object({ user: z.number() })

/** The QRs of changes, with fields named as in audit rows; missing ones are left out. One change per QR. */
async function readChanged(tx: Db, changes: readonly RecordedChange[], options: { lock: boolean }): Promise<Map<number, Found>> {
  const owners = changes.flatMap(({ before, after }) => [Owner.safeParse(before), Owner.safeParse(after)])
  // Lock customers before QRs, as everywhere.
  if (options.lock)
    await readEnds(
      tx,
      owners.flatMap(({ data }) => (data === undefined ? [] : [data.user])),
      options,
    )
  const domainIds = changes.flatMap(({ after }) => Blocked.safeParse(after).data?.domainId ?? [])
  if (options.lock && domainIds.length > 0) await lockDomainLists(tx)
  const domains = await readDomains(tx, domainIds)
  const qrs = await readQrs(
    tx,
    changes.map(({ targetId }) => targetId),
    options,
  )
  const found = new Map<number, Found>()
  for (const { targetId, after } of changes) {
    const qr = qrs.get(targetId)
    if (qr === undefined) continue
    const domainId = Blocked.safeParse(after).data?.domainId ?? null
    const domain = domainId === null ? undefined : domains.get(domainId)
    const blocked = { blacklisted: domain ?? null, domainId: domain === undefined ? null : domainId }
    found.set(targetId, { name: qr.name || qr.uri, fields: { ...qr, ...blocked } })
  }
  return found
}

async function readDomains(tx: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.select().from(blacklistedDomains).where(inArray(blacklistedDomains.id, ids)).orderBy(asc(blacklistedDomains.id))
  return new Map(rows.map(({ id, domain }) => [id, domain]))
}

/** Restores locked QRs, one change per QR, in bulk. */
async function restoreChanged(tx: Db, changes: readonly RecordedChange[], now: number, actor: Actor): Promise<void> {
  const writes = changes.map(({ targetId, before }): QrWrite => ({ id: targetId, ...Restored.parse(before) }))
  await writeQrs(
    tx,
    writes.filter((write) => Object.keys(write).length > 1),
    now,
  )
  const domainIds = changes.flatMap(({ after }) => Blocked.safeParse(after).data?.domainId ?? [])
  if (domainIds.length > 0) await tx.delete(blacklistedDomains).where(inArray(blacklistedDomains.id, domainIds))
  await auditEnds(tx, { actor, now }, 'qr.transfer', movesBack(changes))
}

function movesBack(changes: readonly RecordedChange[]): Move[] {
  const moves = new Map<string, Move>()
  for (const { before, after } of changes) {
    const [to, from] = [Owner.safeParse(before).data?.user, Owner.safeParse(after).data?.user]
    if (to === undefined || from === undefined) continue
    const move = moves.get(`${from} ${to}`) ?? { origin: from, destiny: to, qrs: 0 }
    moves.set(`${from} ${to}`, { ...move, qrs: move.qrs + 1 })
  }
  return [...moves.values()]
}

/** Reverses a bulk change to QRs. */
export const qrBatchReversal: BatchReversal = { read: readChanged, restore: restoreChanged }

/** Reverses a change to one QR: status, whitelist, blocked domain, owner. */
export const qrReversal: Pick<OwnReversal, 'read' | 'restore'> = {
  read: async (tx, id, change, options) => (await readChanged(tx, [change], options)).get(id) ?? null,
  restore: (tx, _id, _before, now, change, actor) => restoreChanged(tx, [change], now, actor),
}

const Transferred = z.object({ destiny: z.number(), transferred: z.number() })

/** Reverses the transfer of all of a customer's QRs, unless another transfer has touched any since. */
export const transferAllReversal: Pick<OwnReversal, 'read' | 'restore'> = {
  async read(tx, id, change) {
    const { destiny } = Transferred.parse(change.after)
    const ends = await readEnds(tx, [id, destiny], { lock: true })
    const transferred = await countUntouched(tx, change.auditId, { userId: destiny })
    return { name: ends.get(id)?.name ?? `customer ${id}`, fields: { destiny, transferred } }
  },
  async restore(tx, id, _before, now, change, actor) {
    const { destiny, transferred } = Transferred.parse(change.after)
    await giveBack(tx, change.auditId, { user: id }, now)
    await auditEnds(tx, { actor, now }, 'customer.transfer-qrs', [{ origin: destiny, destiny: id, qrs: transferred }])
  },
}

/** Stops reactivated QRs again, if all are still active. */
export const activationReversal: Pick<OwnReversal, 'read' | 'restore'> = {
  async read(tx, id, change) {
    const { name } = await requireCustomer(tx, id)
    return { name, fields: { activated: await countUntouched(tx, change.auditId, { userId: id, status: 1, stopped: 0 }) } }
  },
  restore: (tx, _id, _before, now, change) => giveBack(tx, change.auditId, { stopped: 1 }, now),
}
