import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { nothingToUndo, type OwnReversal } from '../../audit/reversal.ts'
import { staff } from '../../db/schema/staff.ts'
import { words } from '../../db/schema/words.ts'
import { lockWords, whyNotBeside, writeWord, writtenFields } from './words.ts'

const Written = z.object({ word: z.string(), meaning: z.string() })
const Deleted = Written.extend({ authorId: z.number().nullable(), createdAt: z.number(), version: z.number() })

/** Takes a word away again, or brings it back as it was before it was edited or deleted, unless another one stands in its way by now. */
export const wordReversal: Pick<OwnReversal, 'read' | 'restore'> = {
  async read(tx, id, { before }, { lock }) {
    if (lock) await lockWords(tx)
    const query = tx.select().from(words).where(eq(words.id, id))
    const [found] = await (lock ? query.for('update') : query)
    if (found) return { name: `‘${found.word}’`, fields: writtenFields(found) }
    const deleted = Deleted.safeParse(before).data
    return deleted ? { name: `‘${deleted.word}’`, fields: { word: null, meaning: null } } : null
  },
  async restore(tx, id, before, now) {
    const written = Written.safeParse(before).data
    if (!written) return void (await tx.delete(words).where(eq(words.id, id)))
    const reason = await whyNotBeside(tx, written, id)
    if (reason !== null) throw nothingToUndo(`${reason} Nothing was undone.`)
    const deleted = Deleted.safeParse(before).data
    if (!deleted) return writeWord(tx, id, written, now)
    const { authorId, createdAt, version } = deleted
    const [author] = authorId === null ? [] : await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, authorId))
    await tx.insert(words).values({ ...written, id, authorId: author?.id ?? null, createdAt, updatedAt: now, version: version + 1 })
  },
}
