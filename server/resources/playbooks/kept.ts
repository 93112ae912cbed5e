import { asc, eq, or, sql } from 'drizzle-orm'
import { roleMay } from '../../../src/contract/capabilities.ts'
import { mayEditPlaybook, type Playbook, type PlaybookInput } from '../../../src/contract/playbooks.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { playbooks } from '../../db/schema/playbooks.ts'
import { staff } from '../../db/schema/staff.ts'
import type { SignedIn } from '../../http/access/session.ts'
import { ApiError, requireVersion } from '../../http/errors.ts'

export type PlaybookRow = typeof playbooks.$inferSelect

type Editor = Actor & { staff: SignedIn }

/** The playbooks that somebody has: their own and the shared ones, by name. */
export async function listPlaybooks(db: Db, staffId: number): Promise<Playbook[]> {
  const { createdAt: _made, ...columns } = playbookColumns
  return db
    .select({ ...columns, ownerName: staff.name })
    .from(playbooks)
    .leftJoin(staff, eq(staff.id, playbooks.ownerId))
    .where(or(eq(playbooks.ownerId, staffId), playbooks.isShared))
    .orderBy(asc(sql`lower(${playbooks.name})`), asc(playbooks.id))
}

const { id, ownerId, name, type, keys, isShared, steps, createdAt, updatedAt, version } = playbooks
const playbookColumns = { id, ownerId, name, type, keys, isShared, steps, createdAt, updatedAt, version }

/** What a person writes of a playbook, and its audit rows hold. */
export const writtenFields = ({ name, type, keys, isShared, steps }: PlaybookInput) => ({ name, type, keys, isShared, steps })

const mayShare = ({ rol }: SignedIn) => roleMay(rol, 'playbooks.share')

function requireShare(person: SignedIn, { isShared }: Pick<PlaybookInput, 'isShared'>): void {
  if (isShared && !mayShare(person)) throw new ApiError('forbidden', 'Your account may not make playbooks for everybody.')
}

/**
 * Keeps a playbook.
 * @param now unix seconds
 * @throws ApiError forbidden for a shared one without the capability
 */
export async function createPlaybook(orm: Orm, actor: Editor, input: PlaybookInput, now: number): Promise<{ id: number; auditId: number }> {
  requireShare(actor.staff, input)
  return orm.transaction(async (tx) => {
    const [made] = await tx
      .insert(playbooks)
      .values({ ...writtenFields(input), ownerId: actor.staff.id, createdAt: now, updatedAt: now })
      .returning({ id: playbooks.id })
    if (!made) throw new Error('the playbook was not returned')
    const auditId = await audit(tx, actor, now, { action: 'playbook.create', targetId: made.id, after: writtenFields(input) })
    return { id: made.id, auditId }
  })
}

/**
 * Changes a playbook.
 * @returns the audit row's id
 * @throws ApiError not_found; forbidden; stale
 */
export async function editPlaybook(
  orm: Orm,
  actor: Editor,
  id: number,
  { version: seen, ...input }: PlaybookInput & { version?: number | undefined },
  now: number,
): Promise<number> {
  requireShare(actor.staff, input)
  return orm.transaction(async (tx) => {
    const found = await requireOwn(tx, actor.staff, id)
    requireVersion(seen, found.version, found.name)
    await writePlaybook(tx, id, input, now)
    const before = { ...writtenFields(found), version: found.version }
    return audit(tx, actor, now, {
      action: 'playbook.edit',
      targetId: id,
      before,
      after: { ...writtenFields(input), version: found.version + 1 },
      reversible: true,
    })
  })
}

/** Writes a locked playbook's fields. */
export async function writePlaybook(tx: Db, id: number, input: PlaybookInput, now: number): Promise<void> {
  await tx
    .update(playbooks)
    .set({ ...writtenFields(input), updatedAt: now, version: sql`${playbooks.version} + 1` })
    .where(eq(playbooks.id, id))
}

/**
 * Deletes a playbook. Its audit row has all that brings it back.
 * @returns the audit row's id
 * @throws ApiError not_found; forbidden
 */
export async function deletePlaybook(orm: Orm, actor: Editor, id: number, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    const { id: targetId, ...before } = await requireOwn(tx, actor.staff, id)
    await tx.delete(playbooks).where(eq(playbooks.id, id))
    return audit(tx, actor, now, { action: 'playbook.delete', targetId, before, after: { name: null }, reversible: true })
  })
}

/** Locks a playbook that the person may change. Somebody else's own one doesn't exist for them. */
async function requireOwn(tx: Db, person: SignedIn, id: number): Promise<PlaybookRow> {
  const [found] = await tx.select().from(playbooks).where(eq(playbooks.id, id)).for('update')
  if (!found || !(found.isShared || found.ownerId === person.id)) throw new ApiError('not_found', `There is no playbook #${id}.`)
  if (!mayEditPlaybook(found, { id: person.id, mayShare: mayShare(person) }))
    throw new ApiError('forbidden', 'Your account may not change playbooks of everybody.')
  return found
}

type Entry = Pick<Parameters<typeof writeAudit>[1], 'action' | 'targetId' | 'before' | 'after' | 'reversible'>

const audit = (tx: Db, actor: Actor, now: number, entry: Entry) => writeAudit(tx, { ...actor, now, targetType: 'playbook', ...entry })
