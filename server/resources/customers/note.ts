import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { AuditAction } from '../../../src/contract/audit-actions.ts'
import { noteWith, whyNotAddNote } from '../../../src/contract/customer-bulk.ts'
import { whyNotDeleteNote, whyNotDescribe } from '../../../src/contract/customer-rules.ts'
import type { CustomerNote } from '../../../src/contract/notes.ts'
import type { Actor } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { customerNotes } from '../../db/schema/customer-records.ts'
import { customers } from '../../db/schema/customers.ts'
import { auditLog } from '../../db/schema/staff.ts'
import { requireVersion, throwIfRefused } from '../../http/errors.ts'
import { auditCustomer } from './change.ts'
import { customerNotFound } from './queries.ts'
import { requireCustomer } from './rules.ts'

/** A note as stored in audit rows, so undo restores author and time too. All null without a note. */
export interface NoteFields {
  note: string | null
  createdAt: number | null
  authorId: number | null
  authorName: string | null
}

const noNote: NoteFields = { note: null, createdAt: null, authorId: null, authorName: null }

const noteColumns = {
  note: customerNotes.note,
  createdAt: customerNotes.createdAt,
  authorId: customerNotes.authorId,
  authorName: customerNotes.authorName,
}

/**
 * A customer's note; all null if there is none.
 * @throws ApiError not_found
 */
export async function getNote(db: Db, id: number): Promise<CustomerNote> {
  const { note, createdAt, authorName, version } = customerNotes
  const [found] = await db
    .select({ note, createdAt, authorName, version })
    .from(customers)
    .leftJoin(customerNotes, eq(customerNotes.userId, customers.id))
    .where(eq(customers.id, id))
  if (!found) throw customerNotFound(id)
  return found
}

/** The notes of customers, by customer; those without one have empty fields. */
export async function readNotes(db: Db, ids: readonly number[]): Promise<Map<number, NoteFields>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ userId: customerNotes.userId, fields: noteColumns })
    .from(customerNotes)
    .where(inArray(customerNotes.userId, [...ids]))
  const found = new Map(rows.map(({ userId, fields }) => [userId, fields]))
  return new Map(ids.map((id) => [id, found.get(id) ?? noNote]))
}

/** The note of a locked customer. */
export async function readNote(tx: Db, id: number): Promise<NoteFields> {
  return (await readNotes(tx, [id])).get(id) ?? noNote
}

/** Audit actions of notes; their count is the base of a new note's version. */
const noteActions: AuditAction[] = ['note.write', 'note.delete']

/**
 * Writes or deletes the notes of locked customers. Versions continue from
 * the number of changes, so a new note never has a deleted one's version.
 */
export async function applyNotes(tx: Db, notes: ReadonlyMap<number, NoteFields>): Promise<void> {
  const written: { userId: number; note: string; createdAt: number; authorId: number | null; authorName: string }[] = []
  const deleted: number[] = []
  for (const [userId, { note, createdAt, authorId, authorName }] of notes) {
    if (note === null || createdAt === null || authorName === null) deleted.push(userId)
    else written.push({ userId, note, createdAt, authorId, authorName })
  }
  if (deleted.length > 0) await tx.delete(customerNotes).where(inArray(customerNotes.userId, deleted))
  if (written.length === 0) return
  const ids = written.map(({ userId }) => userId)
  const ofNotes = and(eq(auditLog.targetType, 'customer'), inArray(auditLog.targetId, ids), inArray(auditLog.action, noteActions))
  const made = await tx.select({ id: auditLog.targetId, made: count() }).from(auditLog).where(ofNotes).groupBy(auditLog.targetId)
  const current = await tx
    .select({ id: customerNotes.userId, version: customerNotes.version })
    .from(customerNotes)
    .where(inArray(customerNotes.userId, ids))
  const last = new Map(made.map((row) => [row.id, row.made]))
  for (const { id, version } of current) last.set(id, Math.max(last.get(id) ?? 0, version))
  await tx
    .insert(customerNotes)
    .values(written.map((row) => ({ ...row, version: (last.get(row.userId) ?? 0) + 1 })))
    .onConflictDoUpdate({
      target: customerNotes.userId,
      set: {
        note: sql`excluded.note`,
        createdAt: sql`excluded.created_at`,
        authorId: sql`excluded.author_id`,
        authorName: sql`excluded.author_name`,
        version: sql`excluded.version`,
      },
    })
}

/** The same for one. */
export const applyNote = (tx: Db, userId: number, note: NoteFields) => applyNotes(tx, new Map([[userId, note]]))

/**
 * Writes the note with author and time; empty text deletes it (ruling 38).
 * @param version of the note it is based on, null if none; not checked if absent
 * @param now unix seconds
 * @returns the audit row's id; null if nothing changed
 * @throws ApiError not_found; stale; unavailable_action once the person is erased
 */
export async function writeNote(
  orm: Orm,
  actor: Actor & { staff: { name: string } },
  id: number,
  { text, version }: { text: string; version?: number | null },
  now: number,
): Promise<number | null> {
  return orm.transaction(async (tx) => {
    const customer = await requireCustomer(tx, id)
    const current = await getNote(tx, id)
    requireVersion(version, current.version, `The note of ${customer.name}`)
    if (text === (current.note ?? '')) return null
    throwIfRefused(whyNotDescribe(customer))
    const written = { note: text, createdAt: now, authorId: actor.staff.id, authorName: actor.staff.name }
    return change(tx, actor, id, text === '' ? noNote : written, now)
  })
}

/**
 * Adds a text below the note.
 * @param now unix seconds
 * @returns the audit row's id
 * @throws ApiError not_found; unavailable_action if the note says so already or would be too long, or once the person is erased
 */
export async function addNote(
  orm: Orm,
  actor: Actor & { staff: { name: string } },
  id: number,
  text: string,
  now: number,
): Promise<number> {
  return orm.transaction(async (tx) => {
    const customer = await requireCustomer(tx, id)
    const { note } = await readNote(tx, id)
    throwIfRefused(whyNotDescribe(customer) ?? whyNotAddNote(note, text))
    return change(
      tx,
      actor,
      id,
      { note: noteWith(note, text), createdAt: now, authorId: actor.staff.id, authorName: actor.staff.name },
      now,
    )
  })
}

/**
 * Deletes the note.
 * @throws ApiError not_found; unavailable_action if there is none
 */
export async function deleteNote(orm: Orm, actor: Actor, id: number, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    throwIfRefused(whyNotDeleteNote(await requireCustomer(tx, id)))
    return change(tx, actor, id, noNote, now)
  })
}

async function change(tx: Db, actor: Actor, id: number, after: NoteFields, now: number): Promise<number> {
  const before = await readNote(tx, id)
  await applyNote(tx, id, after)
  return auditCustomer(tx, actor, id, now, {
    action: after.note === null ? 'note.delete' : 'note.write',
    before: { ...before },
    after: { ...after },
    reversible: true,
  })
}
