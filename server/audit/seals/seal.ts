import { randomBytes } from 'node:crypto'
import { and, asc, desc, gt, max, notExists, sql } from 'drizzle-orm'
import type { Db, Orm } from '../../db/connect.ts'
import { auditSeals } from '../../db/schema/audit-seals.ts'
import { auditLog } from '../../db/schema/staff.ts'
import { entryHash, genesis, personalHash, type SealedRow, sealedColumns } from './entry.ts'
import { type Head, writeDailyHead } from './head.ts'
import { tryChain } from './lock.ts'

/** Rows per transaction: few enough that nobody waits long for the embedded database. */
const rowsAtOnce = 250

interface Sealed {
  /** The day's head. */
  head: Head | null
  /** Where to go on; null if no row was left. */
  next: number | null
}

interface Portion {
  /** Rows up to this id are known to be sealed already. */
  after: number
  /** The highest id below which no row can appear: see `Settling`. */
  settled: number
  /** Unix seconds. */
  now: number
}

/**
 * Seals the next committed rows in a transaction of its own. Nothing of it runs in the transaction that writes a row.
 * @returns null if somebody else is sealing
 */
export function sealPortion(orm: Orm, { after, settled, now }: Portion): Promise<Sealed | null> {
  return orm.transaction(async (tx) => {
    if (!(await tryChain(tx))) return null
    let last = (await readLast(tx)) ?? { position: 0, hash: genesis }
    const mark = await readMark(tx)
    const rows = await readUnsealed(tx, Math.max(after, mark))
    const isLast = rows.length < rowsAtOnce
    const seals = rows.map((row) => {
      const seal = sealOf(row, last, now)
      last = seal
      return seal
    })
    if (seals.length > 0) await tx.insert(auditSeals).values(seals)
    if (isLast && settled > mark) {
      const position = last.position + 1
      last = { position, hash: entryHash(last.hash, { position, at: now, content: { settled } }) }
      await tx.insert(auditSeals).values({ ...last, settled, at: now })
    }
    const newest = last.position === 0 ? null : { position: last.position, hash: last.hash.toString('hex') }
    return { head: await writeDailyHead(tx, newest, now), next: isLast ? null : (rows.at(-1)?.id ?? null) }
  })
}

async function readLast(tx: Db): Promise<{ position: number; hash: Buffer } | undefined> {
  const { position, hash } = auditSeals
  const [last] = await tx.select({ position, hash }).from(auditSeals).orderBy(desc(position)).limit(1)
  return last
}

async function readMark(tx: Db): Promise<number> {
  const [row] = await tx.select({ settled: max(auditSeals.settled) }).from(auditSeals)
  return row?.settled ?? 0
}

function readUnsealed(tx: Db, after: number): Promise<SealedRow[]> {
  const seal = tx.select({ one: sql`1` }).from(auditSeals).where(sql`${auditSeals.auditId} = ${auditLog.id}`)
  return tx
    .select(sealedColumns)
    .from(auditLog)
    .where(and(gt(auditLog.id, after), notExists(seal)))
    .orderBy(asc(auditLog.id))
    .limit(rowsAtOnce)
}

function sealOf(row: SealedRow, last: { position: number; hash: Buffer }, now: number) {
  const position = last.position + 1
  const salt = randomBytes(16)
  const personal = personalHash(salt, row)
  return {
    position,
    auditId: row.id,
    at: now,
    salt,
    personal,
    hash: entryHash(last.hash, { position, at: now, content: { row, personal } }),
  }
}
