import { eq, max } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { auditSeals } from '../../db/schema/audit-seals.ts'
import { appState } from '../../db/schema/staff.ts'
import { sendEvents } from '../outbox.ts'

/** The chain's newest entry at some time. Kept elsewhere, it proves later that nothing before it was changed or cut off. */
export interface Head {
  position: number
  /** Hexadecimal. */
  hash: string
  /** Unix seconds. */
  at: number
}

/** Key of the day's head in `app_state`. */
const stateKey = 'audit-head'

const dayOf = (at: number) => Math.floor(at / 86_400)

/** A head as a line of `AUDIT_HEADS`. */
export const headLine = ({ position, hash, at }: Head) => `${new Date(at * 1000).toISOString()} ${position}:${hash}`

/**
 * Makes the newest entry the day's head, and sends it to the product, if the day has none yet. Call it under the lock of the chain.
 * @param newest null while nothing is sealed
 * @returns the day's head
 */
export async function writeDailyHead(tx: Db, newest: Omit<Head, 'at'> | null, now: number): Promise<Head | null> {
  const [row] = await tx.select({ value: appState.value }).from(appState).where(eq(appState.key, stateKey))
  const last = (row?.value ?? null) as Head | null
  if (newest === null || (last !== null && dayOf(last.at) === dayOf(now))) return last
  const head = { ...newest, at: now }
  await tx
    .insert(appState)
    .values({ key: stateKey, value: head })
    .onConflictDoUpdate({ target: appState.key, set: { value: head } })
  const [sealed] = await tx.select({ id: max(auditSeals.auditId) }).from(auditSeals)
  const auditId = sealed?.id ?? 0
  await sendEvents(tx, [
    { event: 'audit.sealed', recordType: 'audit', recordId: auditId, auditId, before: null, after: { ...head }, at: now },
  ])
  return head
}
