import { asc, eq, sql } from 'drizzle-orm'
import type { Pagination } from '../../../src/contract/list.ts'
import { maxWords, type TeamWord, type WordInput, type WordListQuery, whyNotWord } from '../../../src/contract/words.ts'
import { type Actor, writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { type ListSource, listPage } from '../../db/list/list.ts'
import { words } from '../../db/schema/words.ts'
import { ApiError, requireVersion } from '../../http/errors.ts'

export type WordRow = typeof words.$inferSelect

const columns = {
  id: words.id,
  word: words.word,
  meaning: words.meaning,
  authorName: sql<string | null>`(select staff.name from staff where staff.id = words.author_id)`,
  updatedAt: words.updatedAt,
  version: words.version,
}

/** A page of the team's words. */
export function listWords(db: Db, query: WordListQuery): Promise<{ rows: TeamWord[]; pagination: Pagination }> {
  const source: ListSource<typeof columns> = { table: words, columns, sortBy: words[query.sort] }
  return listPage(db, source, query)
}

/** What a person writes of a word, and its audit rows hold. */
export const writtenFields = ({ word, meaning }: WordInput) => ({ word, meaning })

/**
 * Adds a word.
 * @param now unix seconds
 * @throws ApiError conflict
 */
export async function addWord(orm: Orm, actor: Actor, input: WordInput, now: number): Promise<{ id: number; auditId: number }> {
  return orm.transaction(async (tx) => {
    await requireFree(tx, input)
    const [added] = await tx
      .insert(words)
      .values({ ...input, authorId: actor.staff.id, createdAt: now, updatedAt: now })
      .returning({ id: words.id })
    if (!added) throw new Error('the word was not returned')
    const change = { action: 'word.add', targetId: added.id, before: { word: null, meaning: null }, after: writtenFields(input) } as const
    return { id: added.id, auditId: await audit(tx, actor, now, change) }
  })
}

/**
 * Changes a word.
 * @returns the audit row's id
 * @throws ApiError not_found; stale; conflict
 */
export async function editWord(
  orm: Orm,
  actor: Actor,
  id: number,
  { version: seen, ...input }: WordInput & { version?: number | undefined },
  now: number,
): Promise<number> {
  return orm.transaction(async (tx) => {
    await requireFree(tx, input, id)
    const found = await requireWord(tx, id)
    requireVersion(seen, found.version, `‘${found.word}’`)
    await writeWord(tx, id, { ...input, authorId: actor.staff.id }, now)
    return audit(tx, actor, now, { action: 'word.edit', targetId: id, before: writtenFields(found), after: writtenFields(input) })
  })
}

/** Writes a locked word's fields. */
export async function writeWord(tx: Db, id: number, fields: WordInput & { authorId?: number | null }, now: number): Promise<void> {
  await tx
    .update(words)
    .set({ ...fields, updatedAt: now, version: sql`${words.version} + 1` })
    .where(eq(words.id, id))
}

/**
 * Deletes a word. Its audit row has all that brings it back.
 * @returns the audit row's id
 * @throws ApiError not_found
 */
export async function deleteWord(orm: Orm, actor: Actor, id: number, now: number): Promise<number> {
  return orm.transaction(async (tx) => {
    const { id: targetId, ...before } = await requireWord(tx, id)
    await tx.delete(words).where(eq(words.id, id))
    return audit(tx, actor, now, { action: 'word.delete', targetId, before, after: { word: null, meaning: null } })
  })
}

/** Any bigint that no other lock has. */
const wordsLock = 44_000_001

/** Keeps others from writing words until the transaction ends. Comes before the lock on a word. */
export const lockWords = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${wordsLock})`)

/** Why a word can't be there beside the others; null if it can. */
export async function whyNotBeside(tx: Db, input: WordInput, id?: number): Promise<string | null> {
  await lockWords(tx)
  const others = (await tx.select().from(words).orderBy(asc(words.word))).filter((other) => other.id !== id)
  return others.length >= maxWords ? `There are ${maxWords} words, and no more are read: delete one first.` : whyNotWord(input, others)
}

async function requireFree(tx: Db, input: WordInput, id?: number): Promise<void> {
  const reason = await whyNotBeside(tx, input, id)
  if (reason !== null) throw new ApiError('conflict', reason)
}

async function requireWord(tx: Db, id: number): Promise<WordRow> {
  const [found] = await tx.select().from(words).where(eq(words.id, id)).for('update')
  if (!found) throw new ApiError('not_found', `There is no word #${id}.`)
  return found
}

type Entry = Pick<Parameters<typeof writeAudit>[1], 'action' | 'targetId' | 'before' | 'after'>

const audit = (tx: Db, actor: Actor, now: number, entry: Entry) =>
  writeAudit(tx, { ...actor, now, targetType: 'word', reversible: true, ...entry })
