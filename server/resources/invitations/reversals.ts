import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { emailSpellings } from '../../../src/contract/email-identity.ts'
import { nothingToUndo, type OwnReversal } from '../../audit/reversal.ts'
import { invitations } from '../../db/schema/customer-records.ts'
import { customers } from '../../db/schema/customers.ts'
import { readCustomer } from '../customers/rules.ts'

const Deleted = z.object({
  invitation: z.number(),
  email: z.string(),
  role: z.number(),
  status: z.number(),
  createdAt: z.number(),
  lastLogin: z.number().nullable(),
  registrationComplete: z.number(),
  userId: z.number().nullable(),
})

/** Recreates a deleted invitation with its id; refused if the same person was invited again since. */
export const invitationReversal: Pick<OwnReversal, 'read' | 'restore'> = {
  async read(tx, id, change, options) {
    const { invitation, email } = Deleted.parse(change.before)
    const customer = await readCustomer(tx, id, options)
    if (!customer) return null
    const [existing] = await tx.select({ id: invitations.id }).from(invitations).where(eq(invitations.id, invitation))
    return { name: `${email} by ${customer.name}`, fields: { invitation: existing?.id ?? null } }
  },
  async restore(tx, ownerId, before) {
    const { invitation: id, userId, ...facts } = Deleted.parse(before)
    const again = await tx
      .select({ id: invitations.id })
      .from(invitations)
      .where(and(eq(invitations.ownerId, ownerId), inArray(sql`lower(${invitations.email})`, emailSpellings(facts.email))))
    if (again.length > 0) throw nothingToUndo(`${facts.email} has been invited again since: nothing was undone.`)
    const account = userId === null ? [] : await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, userId))
    await tx.insert(invitations).values({ ...facts, id, ownerId, userId: account[0]?.id ?? null })
  },
}
