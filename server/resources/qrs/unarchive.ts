import { and, eq } from 'drizzle-orm'
import { whyNotUnarchive } from '../../../src/contract/customer-rules.ts'
import type { OwnReversal } from '../../audit/reversal.ts'
import type { Actor } from '../../audit/write.ts'
import { qrs } from '../../db/schema/qrs.ts'
import type { AppContext } from '../../outside/context.ts'
import { auditCustomer, writeCustomer } from '../customers/change.ts'
import { requireCustomer } from '../customers/rules.ts'
import { countUntouched, giveBack, noteQrs, rowsToJudge, writeNoted } from '../qrs/audited.ts'
import { completeAudit } from '../qrs/change-all.ts'

/**
 * Unarchives the customer and their archived QRs (ruling 36), and notes which those were.
 * @returns the audit row's id; null if they weren't archived and nothing changed (ruling 53)
 * @throws ApiError not_found
 */
export async function unarchiveQrs({ database, now }: AppContext, actor: Actor, id: number): Promise<number | null> {
  return database.orm.transaction(async (tx) => {
    const customer = await requireCustomer(tx, id)
    if (whyNotUnarchive(customer) !== null) return null
    const entry = { action: 'customer.unarchive-qrs', before: { archived: 1 }, after: { archived: 0 }, reversible: true } as const
    const where = and(eq(qrs.userId, id), eq(qrs.archived, true))
    const auditId = await auditCustomer(tx, actor, id, now(), { ...entry, ...(await rowsToJudge(tx, where)) })
    const unarchived = await noteQrs(tx, auditId, where)
    await writeNoted(tx, auditId, { archived: false }, now())
    await writeCustomer(tx, customer, { archived: 0 }, now())
    await completeAudit(tx, auditId, { archived: 0, unarchived })
    return auditId
  })
}

/** Archives the same QRs again, if none has been archived, transferred or lost since. */
export const unarchiveReversal: Pick<OwnReversal, 'read' | 'restore'> = {
  async read(tx, id, change) {
    const { name, archived } = await requireCustomer(tx, id)
    return { name, fields: { archived, unarchived: await countUntouched(tx, change.auditId, { userId: id, archived: false }) } }
  },
  async restore(tx, id, _before, now, change) {
    await giveBack(tx, change.auditId, { archived: true }, now)
    await writeCustomer(tx, await requireCustomer(tx, id), { archived: 1 }, now)
  },
}
