import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import { emailIdentity, emailSpellings } from '../../../src/contract/email-identity.ts'
import { foldText } from '../../../src/contract/fold.ts'
import type { Db } from '../../db/connect.ts'
import { idFromText } from '../../db/list/list.ts'
import { customers } from '../../db/schema/customers.ts'
import { externalRecords } from '../../db/schema/ingest.ts'
import type { CustomerClaim } from '../../outside/payments/port.ts'

/** The customer that a record of the payment provider belongs to: their number, or why none matches. */
export type Match = { id: number; reason?: never } | { id: null; reason: string }

type Found = Pick<typeof customers.$inferSelect, 'id' | 'email' | 'stripeCustomerId' | 'deleted'>

/**
 * Finds customers by the provider's id, else by the product's id, else by an e-mail address that only one customer
 * has. Never matches a customer who is linked to another id at the provider.
 * @returns in the order of `claims`; if two claim the same customer, the first gets it
 */
export async function matchCustomers(db: Db, claims: readonly CustomerClaim[]): Promise<Match[]> {
  const byProvider = await findByProvider(db, claims)
  const others = claims.filter(({ customerId }) => customerId === null || !byProvider.has(customerId))
  const byExternalId = await findByExternalId(db, others)
  const byEmail = await findByEmail(db, others)
  const taken = new Map<number, string>()
  return claims.map((claim) => {
    const { customerId, externalId, email } = claim
    const known = customerId === null ? undefined : byProvider.get(customerId)
    if (known !== undefined) return { id: known }
    const named = externalId === null ? undefined : byExternalId.get(externalId)
    const withEmail = named || email === null ? [] : (byEmail.get(emailIdentity(email)) ?? [])
    const [found] = named ? [named] : withEmail
    if (!found) return { id: null, reason: 'no customer has its id, metadata or e-mail' }
    if (withEmail.length > 1) return { id: null, reason: `${withEmail.length} customers have its e-mail` }
    const other = found.stripeCustomerId ?? taken.get(found.id) ?? null
    if (other !== null && other !== customerId && customerId !== null) return { id: null, reason: `customer ${found.id} is ${other} there` }
    if (customerId !== null) taken.set(found.id, customerId)
    return { id: found.id }
  })
}

const columns = { id: customers.id, email: customers.email, stripeCustomerId: customers.stripeCustomerId, deleted: customers.deleted }

async function findByProvider(db: Db, claims: readonly CustomerClaim[]): Promise<Map<string, number>> {
  const ids = claims.flatMap(({ customerId }) => customerId ?? [])
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: customers.id, providerId: customers.stripeCustomerId })
    .from(customers)
    .where(and(isNotNull(customers.stripeCustomerId), inArray(customers.stripeCustomerId, ids)))
    .orderBy(sql`${customers.id} desc`)
  return new Map(rows.map(({ id, providerId }) => [providerId ?? '', id]))
}

/** By the ids that the product sent with its rows. Customers created otherwise are found by their number. */
async function findByExternalId(db: Db, claims: readonly CustomerClaim[]): Promise<Map<string, Found>> {
  const ids = claims.flatMap(({ externalId }) => externalId ?? [])
  if (ids.length === 0) return new Map()
  const linked = await db
    .select({ externalId: externalRecords.externalId, id: externalRecords.recordId })
    .from(externalRecords)
    .where(and(sql`${externalRecords.resource} = 'customers'`, inArray(externalRecords.externalId, ids)))
  const numbers = new Map(ids.map((id) => [id, idFromText(id)]))
  for (const { externalId, id } of linked) numbers.set(externalId, id)
  const wanted = [...numbers.values()].filter((number) => number !== null)
  if (wanted.length === 0) return new Map()
  const rows = new Map((await db.select(columns).from(customers).where(inArray(customers.id, wanted))).map((row) => [row.id, row]))
  return new Map(
    [...numbers].flatMap(([id, number]) => {
      const row = number === null ? undefined : rows.get(number)
      return row ? [[id, row]] : []
    }),
  )
}

/** Deleted accounts count only if no other account has the address. */
async function findByEmail(db: Db, claims: readonly CustomerClaim[]): Promise<Map<string, Found[]>> {
  const emails = [...new Set(claims.flatMap(({ email }) => (email === null || email === '' ? [] : emailIdentity(email))))]
  if (emails.length === 0) return new Map()
  const keys = emails.flatMap(emailSpellings).map(foldText)
  const rows = await db
    .select(columns)
    .from(customers)
    .where(sql`${customers.searchKeys} && array(select json_array_elements_text(${JSON.stringify(keys)}::json))`)
  const identified = rows.map((row) => ({ row, identity: emailIdentity(row.email) }))
  const found = new Map<string, Found[]>()
  for (const email of emails) {
    const all = identified.filter(({ identity }) => identity === email).map(({ row }) => row)
    const live = all.filter(({ deleted }) => !deleted)
    found.set(email, live.length > 0 ? live : all)
  }
  return found
}
