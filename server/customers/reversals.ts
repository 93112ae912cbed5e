import { z } from 'zod'
import { nothingToUndo, type Reversal } from '../undo/reversal.ts'
import { endAppSessions } from './account.ts'
import { writeCustomer } from './change.ts'
import { isEmailTaken } from './email.ts'
import { applyNote, readNote } from './note.ts'
import { readCustomer, requireCustomer } from './rules.ts'

/** The fields of a customer that can be put back: those of an audit row that are not named here are left alone. */
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
 * Takes back ban, whitelist and edited fields. Sessions of the customer's that a ban ended stay ended: signing in again is all it
 * takes. An e-mail address that another account uses by now is not given back.
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

/** Gives the former note back, with its author and time, or none where there was none. */
export const noteReversal: Pick<Reversal, 'read' | 'restore'> = {
  async read(tx, id, _change, options) {
    const customer = await readCustomer(tx, id, options)
    return customer && { name: customer.name, fields: { ...(await readNote(tx, id)) } }
  },
  restore: (tx, id, before) => applyNote(tx, id, RestoredNote.parse(before)),
}
