import { eq, gte, min, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { auditSeals } from '../../db/schema/audit-seals.ts'
import { auditLog } from '../../db/schema/staff.ts'
import type { StoredEntry } from './check.ts'
import { genesis } from './entry.ts'
import { readChain } from './read.ts'

/**
 * Reads the chain from the first audit row of a time to its end, without gaps, so that whoever has it can compute every hash again.
 * @param since unix seconds
 * @returns portions of NDJSON, one entry a line
 */
export async function* exportTrail(db: Db, since: number): AsyncGenerator<string> {
  const [first] = await db
    .select({ position: min(auditSeals.position) })
    .from(auditSeals)
    .innerJoin(auditLog, eq(auditLog.id, auditSeals.auditId))
    .where(gte(auditLog.at, since))
  if (first?.position == null) return
  const [before] = await db
    .select({ hash: auditSeals.hash })
    .from(auditSeals)
    .where(sql`${auditSeals.position} = ${first.position - 1}`)
  let previous = (before?.hash ?? genesis).toString('hex')
  for await (const entries of readChain(db, first.position - 1)) {
    const lines = entries.map((entry) => {
      const line = `${JSON.stringify(lineOf(entry, previous))}\n`
      previous = entry.hash.toString('hex')
      return line
    })
    yield lines.join('')
  }
}

function lineOf({ position, auditId, settled, at, personal, salt, hash, erasedBy, row }: StoredEntry, previous: string) {
  const proof = { position, sealedAt: at, previous, hash: hash.toString('hex') }
  if (auditId === null) return { ...proof, settled }
  return { ...proof, auditId, personal: personal?.toString('hex') ?? null, salt: salt?.toString('hex') ?? null, erasedBy, row }
}
