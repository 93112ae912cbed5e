import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { AccountType, BillingData, type BillingEdit, needsVatNumber } from '../../../src/contract/billing.ts'
import { whyNotEditBilling } from '../../../src/contract/customer-rules.ts'
import { messages } from '../../../src/contract/fields.ts'
import { hiddenText, onDemandData } from '../../../src/contract/on-demand.ts'
import { isVatNumber } from '../../../src/contract/vat.ts'
import type { OwnReversal } from '../../audit/reversal.ts'
import type { Actor } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { billingData, customers } from '../../db/schema/customers.ts'
import { ApiError, requireVersion, throwIfRefused } from '../../http/errors.ts'
import { auditCustomer } from './change.ts'
import { requireKnownTopLevelDomain } from './email.ts'
import { customerNotFound } from './queries.ts'
import { readCustomer, requireCustomer } from './rules.ts'

type BillingRecord = typeof billingData.$inferSelect

/** Anything but a company counts as private. */
function onTheWire({ userId: _userId, accountType, ...record }: BillingRecord): BillingData {
  return { ...record, accountType: AccountType.catch('private').parse(accountType) }
}

/**
 * A customer's billing data; null if there are none.
 * @throws ApiError not_found without the customer
 */
export async function getBilling(db: Db, id: number): Promise<BillingData | null> {
  const [found] = await db
    .select({ billing: billingData })
    .from(customers)
    .leftJoin(billingData, eq(billingData.userId, customers.id))
    .where(eq(customers.id, id))
  if (!found) throw customerNotFound(id)
  return found.billing && onTheWire(found.billing)
}

/** @throws ApiError vat_number_required or invalid_vat, with the field */
function requireVatNumber({ country, accountType, vatNumber }: Pick<BillingData, 'country' | 'accountType' | 'vatNumber'>): void {
  if (!needsVatNumber({ country, accountType })) return
  const refuse = (code: 'vat_number_required' | 'invalid_vat', message: string) =>
    new ApiError(code, message, { details: { vatNumber: message } })
  if (vatNumber === null) throw refuse('vat_number_required', messages.vatRequired)
  if (!isVatNumber(country, vatNumber)) throw refuse('invalid_vat', messages.invalidVat)
}

/**
 * Saves validated billing data.
 * @param now unix seconds
 * @returns the audit row's id, with exactly what changed; null if nothing did
 * @throws ApiError not_found; unavailable_action while locked; stale; vat_number_required; invalid_vat; bad_request if
 * the e-mail's top-level domain doesn't exist
 */
export async function updateBilling(
  orm: Orm,
  actor: Actor,
  id: number,
  { version, ...edit }: z.output<typeof BillingEdit>,
  now: number,
): Promise<number | null> {
  return orm.transaction(async (tx) => {
    const { name } = await requireCustomer(tx, id)
    const [record] = await tx.select().from(billingData).where(eq(billingData.userId, id)).for('update')
    if (!record) throw new ApiError('not_found', `${name} has no billing data.`)
    const current = onTheWire(record)
    throwIfRefused(whyNotEditBilling(current))
    requireVersion(version, current.version, `The billing data of ${name}`)
    // What was hidden from whoever edits stays as it is.
    for (const field of onDemandData['show.tax-id'].fields) if (edit[field] === hiddenText) edit[field] = current[field]
    requireVatNumber(edit)
    const changed = (Object.keys(edit) as (keyof typeof edit)[]).filter((field) => edit[field] !== current[field])
    if (changed.length === 0) return null
    if (changed.includes('email')) requireKnownTopLevelDomain(edit.email)
    await tx
      .update(billingData)
      .set({ ...edit, version: current.version + 1 })
      .where(eq(billingData.userId, id))
    const fieldsOf = (billing: typeof edit) => Object.fromEntries(changed.map((field) => [field, billing[field]]))
    return auditCustomer(tx, actor, id, now, {
      action: 'customer.edit-billing',
      before: fieldsOf(current),
      after: fieldsOf(edit),
      reversible: true,
    })
  })
}

/** The fields that staff edit. */
const Restored = BillingData.omit({ locked: true, version: true }).partial()

/** Restores the former fields, as they were: an older rule may have allowed them. Not while the data are locked. */
export const billingReversal: Pick<OwnReversal, 'read' | 'restore'> = {
  async read(tx, id, _change, options) {
    const customer = await readCustomer(tx, id, options)
    const billing = customer && (await getBilling(tx, id))
    return billing ? { name: customer.name, fields: { ...billing } } : null
  },
  async restore(tx, id, before) {
    const billing = await getBilling(tx, id)
    throwIfRefused(billing ? whyNotEditBilling(billing) : 'It has no billing data.')
    await tx
      .update(billingData)
      .set({ ...Restored.parse(before), version: sql`${billingData.version} + 1` })
      .where(eq(billingData.userId, id))
  },
}
