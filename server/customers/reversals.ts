import { z } from 'zod'
import { nothingToUndo, type Reversal } from '../undo/reversal.ts'
import { endAppSessions } from './account.ts'
import { writeCustomer } from './change.ts'
import { isEmailTaken } from './email.ts'
import { applyNote, readNote } from './note.ts'
import { readCustomer, requireCustomer } from './rules.ts'

/** Customer fields that undo restores; others in the audit row are ignored. */
const Restored = z.object({
  banned: z.boolean().optional(),
  whitelisted: z.boolean().optional(),
  email: z.string().optional(),
  bulkLimit: z.number().nullable().optional(),
  qrLimit: z.number().nullable().optional(),
  domainsLimit: z.number().nullable().optional(),
  allowSepa: z.boolean().nullable().optional(),
})

/**
 * Reverses ban, whitelist and edits. Sessions ended by a ban stay ended; the customer can sign in again. An e-mail
 * another account uses by now isn't restored.
 */
export const customerReversal: Pick<Reversal, 'read' | 'restore'> = {
  async read(tx, id, _change, options) {
    const customer = await readCustomer(tx, id, options)
    return customer && { name: customer.name, fields: { ...customer } }
  },
  async restore(tx, id, before, now) {
    const customer = await requireCustomer(tx, id)
    const set = Restored.parse(before)
    if (set.email !== undefined && (await isEmailTaken(tx, set.email, id)))
      throw nothingToUndo(`${set.email} is used by another customer by now: nothing was undone.`)
    await writeCustomer(tx, customer, set, now)
    if (set.banned === true) await endAppSessions(tx, id, now)
  },
}

const RestoredNote = z.object({
  note: z.string().nullable(),
  createdAt: z.number().nullable(),
  authorId: z.number().nullable(),
  authorName: z.string().nullable(),
})

/** Restores the former note with author and time, or removes the note. */
export const noteReversal: Pick<Reversal, 'read' | 'restore'> = {
  async read(tx, id, _change, options) {
    const customer = await readCustomer(tx, id, options)
    return customer && { name: customer.name, fields: { ...(await readNote(tx, id)) } }
  },
  restore: (tx, id, before) => applyNote(tx, id, RestoredNote.parse(before)),
}
