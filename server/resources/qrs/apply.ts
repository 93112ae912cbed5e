import { inArray } from 'drizzle-orm'
import type { AuditAction } from '../../../src/contract/audit-actions.ts'
import { statusColumns, targetDomain } from '../../../src/contract/qr-rules.ts'
import { type Actor, type AuditEntry, writeAudit, writeAudits } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { blacklistedDomains } from '../../db/schema/security.ts'
import type { Judged, QrChange } from './judge.ts'
import type { QrRecord } from './locked.ts'
import { type QrWrite, writeQrs } from './write.ts'

interface Circumstances {
  actor: Actor
  /** Unix seconds. */
  now: number
  /** The bulk change it belongs to. */
  batch?: string
}

/** The effect on one QR: both sides of the audit row, and columns to write, if any. */
interface Effect {
  qr: QrRecord
  before: Record<string, unknown>
  after: Record<string, unknown>
  write?: QrWrite
}

/**
 * Applies all permitted changes and audits them, with a fixed number of statements.
 * @returns audit row by changed QR
 */
export async function applyChange(tx: Db, change: QrChange, judged: Judged, circumstances: Circumstances): Promise<Map<number, number>> {
  const { actor, now, batch } = circumstances
  const possible = judged.verdicts.flatMap(({ qr, refused }) => (qr === null || refused !== null ? [] : [qr]))
  if (possible.length === 0) return new Map()
  const effects = await effectsOf(tx, change, possible, now)
  await writeQrs(
    tx,
    effects.flatMap(({ write }) => (write === undefined ? [] : [write])),
    now,
  )
  const entries = effects.map(
    ({ qr, before, after }): AuditEntry => ({
      ...actor,
      now,
      action: `qr.${change.action}`,
      targetType: 'qr',
      targetId: qr.id,
      before,
      after,
      reversible: true,
      batch,
    }),
  )
  const auditIds = await writeAudits(tx, entries)
  if (change.action === 'transfer') await auditEnds(tx, { actor, now }, 'qr.transfer', movesOf(possible, change.destiny))
  return new Map(effects.map(({ qr }, index) => [qr.id, auditIds[index] ?? 0]))
}

async function effectsOf(tx: Db, change: QrChange, qrs: QrRecord[], now: number): Promise<Effect[]> {
  switch (change.action) {
    case 'status':
      return qrs.map((qr) => {
        const columns = statusColumns(qr, change.status)
        return { qr, before: { status: qr.status, stopped: qr.stopped }, after: columns, write: { id: qr.id, ...columns } }
      })
    case 'whitelist':
      return qrs.map((qr) => ({
        qr,
        before: { whitelisted: false },
        after: { whitelisted: true },
        write: { id: qr.id, whitelisted: true },
      }))
    case 'blacklist':
      return block(tx, qrs, now)
    case 'transfer':
      return qrs.map((qr) => {
        const columns = { user: change.destiny, folder: null }
        return { qr, before: { user: qr.user, folder: qr.folder }, after: columns, write: { id: qr.id, ...columns } }
      })
  }
}

/** Adds the QRs' targets to the blocked domains. Call it with the lists locked and the domains known to be new. */
async function block(tx: Db, qrs: QrRecord[], now: number): Promise<Effect[]> {
  const domains = qrs.map((qr) => targetDomain(qr) ?? '')
  await tx.insert(blacklistedDomains).values(domains.map((domain) => ({ domain, createdAt: now })))
  const rows = await tx
    .select({ id: blacklistedDomains.id, domain: blacklistedDomains.domain })
    .from(blacklistedDomains)
    .where(inArray(blacklistedDomains.domain, domains))
  const ids = new Map(rows.map(({ id, domain }) => [domain, id]))
  return qrs.map((qr, index) => {
    const domain = domains[index] ?? ''
    return { qr, before: { blacklisted: null, domainId: null }, after: { blacklisted: domain, domainId: ids.get(domain) ?? null } }
  })
}

/** How many QRs went from one customer to another. */
export interface Move {
  origin: number
  destiny: number
  qrs: number
}

function movesOf(qrs: readonly QrRecord[], destiny: number): Move[] {
  const counts = new Map<number, number>()
  for (const { user } of qrs) counts.set(user, (counts.get(user) ?? 0) + 1)
  return [...counts].map(([origin, moved]) => ({ origin, destiny, qrs: moved }))
}

/** Records a transfer for the customers too: what one gave and the other got. */
export async function auditEnds(tx: Db, { actor, now }: Circumstances, action: AuditAction, moves: readonly Move[]): Promise<void> {
  for (const { origin, destiny, qrs } of moves) {
    const entry = { ...actor, now, action, targetType: 'customer' }
    await writeAudit(tx, { ...entry, targetId: origin, before: { transferred: null }, after: { transferred: qrs, destiny } })
    await writeAudit(tx, { ...entry, targetId: destiny, before: { received: null }, after: { received: qrs, origin } })
  }
}
