import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { PlaybookInput } from '../../../src/contract/playbooks.ts'
import type { OwnReversal } from '../../audit/reversal.ts'
import { playbooks } from '../../db/schema/playbooks.ts'
import { staff } from '../../db/schema/staff.ts'
import { writePlaybook, writtenFields } from './kept.ts'

const Edited = z.object({ ...PlaybookInput.shape, version: z.number() })
const Deleted = Edited.extend({ ownerId: z.number().nullable(), createdAt: z.number(), updatedAt: z.number() })

/** Brings back a playbook as it was before it was edited or deleted. */
export const playbookReversal: Pick<OwnReversal, 'read' | 'restore'> = {
  async read(tx, id, { before }, { lock }) {
    const query = tx.select().from(playbooks).where(eq(playbooks.id, id))
    const [found] = await (lock ? query.for('update') : query)
    const was = Edited.partial().parse(before)
    if (!found) return Deleted.safeParse(before).success ? { name: was.name ?? '', fields: { name: null } } : null
    return { name: found.name, fields: { ...writtenFields(found), version: found.version } }
  },
  async restore(tx, id, before, now) {
    const deleted = Deleted.safeParse(before).data
    if (!deleted) return writePlaybook(tx, id, Edited.parse(before), now)
    const { ownerId, version, createdAt } = deleted
    const owners = ownerId === null ? [] : await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, ownerId))
    await tx
      .insert(playbooks)
      .values({ ...writtenFields(deleted), id, ownerId: owners[0]?.id ?? null, createdAt, updatedAt: now, version: version + 1 })
  },
}
