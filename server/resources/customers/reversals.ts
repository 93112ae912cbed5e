import { z } from 'zod'
import { type BatchReversal, type Found, nothingToUndo, type OwnReversal, type RecordedChange } from '../../audit/reversal.ts'
import { endAppSessions } from './account.ts'
import { writeCustomer, writeFlags } from './change.ts'
import { isEmailTaken } from './email.ts'
import { applyNote, applyNotes, readNote, readNotes } from './note.ts'
import { readCustomer, readCustomers, requireCustomer } from './rules.ts'

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
 * address that another account now uses isn't restored.
 */
export const customerReversal: Pick<OwnReversal, 'read' | 'restore'> = {
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
    if (set.banned === true) await endAppSessions(tx, [id], now)
  },
}

const RestoredNote = z.object({
  note: z.string().nullable(),
  createdAt: z.number().nullable(),
  authorId: z.number().nullable(),
  authorName: z.string().nullable(),
})

/** Restores the former note with author and time, or removes the note. */
export const noteReversal: Pick<OwnReversal, 'read' | 'restore'> = {
  async read(tx, id, _change, options) {
    const customer = await readCustomer(tx, id, options)
    return customer && { name: customer.name, fields: { ...(await readNote(tx, id)) } }
  },
  restore: (tx, id, before) => applyNote(tx, id, RestoredNote.parse(before)),
}

const isOfNote = ({ action }: RecordedChange) => action === 'note.write'

/** The flags that a bulk change sets, one at a time. */
const Flags = z.union([z.strictObject({ banned: z.boolean() }), z.strictObject({ whitelisted: z.boolean() })])

/** Reverses a bulk change to customers: notes, ban, whitelist. */
export const customerBatchReversal: BatchReversal = {
  async read(tx, changes, options) {
    const customers = await readCustomers(
      tx,
      changes.map(({ targetId }) => targetId),
      options,
    )
    const notes = await readNotes(
      tx,
      changes.filter(isOfNote).map(({ targetId }) => targetId),
    )
    const found = new Map<number, Found>()
    for (const change of changes) {
      const customer = customers.get(change.targetId)
      if (customer === undefined) continue
      const fields = isOfNote(change) ? notes.get(change.targetId) : customer
      found.set(change.targetId, { name: customer.name, fields: { ...fields } })
    }
    return found
  },
  async restore(tx, changes, now) {
    const [ofNotes, ofFlags] = [changes.filter(isOfNote), changes.filter((change) => !isOfNote(change))]
    await applyNotes(tx, new Map(ofNotes.map(({ targetId, before }) => [targetId, RestoredNote.parse(before)])))
    const byFlags = new Map<string, number[]>()
    for (const { targetId, before } of ofFlags) {
      const flags = JSON.stringify(Flags.parse(before))
      byFlags.set(flags, [...(byFlags.get(flags) ?? []), targetId])
    }
    for (const [flags, ids] of byFlags) {
      const set = Flags.parse(JSON.parse(flags))
      await writeFlags(tx, ids, set, now)
      if ('banned' in set && set.banned) await endAppSessions(tx, ids, now)
    }
  },
}
