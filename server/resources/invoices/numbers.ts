import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { invoiceCounters } from '../../db/schema/payments.ts'

/**
 * Takes the year's next invoice number. Its counter stays locked until the transaction ends: numbers follow commit
 * order, and a rollback leaves no gap.
 */
export async function nextInvoiceNumber(tx: Db, year: number): Promise<string> {
  const last = (await advance(tx, year)) ?? (await begin(tx, year))
  return `${year}-${String(last).padStart(6, '0')}`
}

/** The same in SQL, for bulk numbering. At least six digits. */
export const invoiceNumber = (year: SQL, place: SQL): SQL =>
  sql`${year} || '-' || lpad(${place}::text, greatest(6, length(${place}::text)), '0')`

async function advance(tx: Db, year: number): Promise<number | undefined> {
  const [counter] = await tx
    .update(invoiceCounters)
    .set({ last: sql`${invoiceCounters.last} + 1` })
    .where(eq(invoiceCounters.year, year))
    .returning({ last: invoiceCounters.last })
  return counter?.last
}

/** The first counted number, after any existing ones. Concurrent first calls wait for each other. */
async function begin(tx: Db, year: number): Promise<number> {
  const prefix = `${year}-`
  const [counter] = await tx
    .insert(invoiceCounters)
    .values({
      year,
      last: sql`(select coalesce(max(substr(number, ${prefix.length + 1})::int), 0) + 1 from invoices
                 where number like ${`${prefix}%`} and number ~ '^[0-9]+-[0-9]{1,9}$')`,
    })
    .onConflictDoUpdate({ target: invoiceCounters.year, set: { last: sql`${invoiceCounters.last} + 1` } })
    .returning({ last: invoiceCounters.last })
  if (counter === undefined) throw new Error('the counter of invoices was not written')
  return counter.last
}
