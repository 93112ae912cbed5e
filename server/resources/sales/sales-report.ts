import { and, asc, between, eq, gt, or, sql } from 'drizzle-orm'
import { formatDateTime } from '../../../src/contract/dates.ts'
import { accountCurrency } from '../../../src/contract/money.ts'
import type { ReportQuery } from '../../../src/contract/sales.ts'
import type { Database, Db } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { invoices, payments } from '../../db/schema/payments.ts'
import { type CsvColumn, csvOf, decimalAmount } from './csv.ts'

const selection = {
  id: payments.id,
  confirmedAt: payments.confirmedAt,
  userId: payments.userId,
  firstName: customers.firstName,
  lastName: customers.lastName,
  company: customers.companyName,
  email: payments.email,
  country: payments.country,
  currency: payments.currency,
  amount: payments.amount,
  finalAmount: payments.finalAmount,
  amountRefunded: payments.amountRefunded,
  finalAmountRefunded: payments.finalAmountRefunded,
  dispute: payments.stripeDisputeStatus,
  discount: payments.discount,
  method: sql<string>`coalesce(${payments.parentMethodType}, ${payments.walletType}, ${payments.stripePaymentMethodType})`,
  brand: payments.paymentMethodBrand,
  trialPlan: payments.trialPlan,
  ref: payments.ref,
  intentId: payments.stripePaymentIntentId,
  invoiceNumber: invoices.number,
  plan: invoices.description,
}

const select = (db: Db) =>
  db
    .select(selection)
    .from(payments)
    .innerJoin(customers, eq(customers.id, payments.userId))
    .leftJoin(invoices, eq(invoices.paymentId, payments.id))

type Sale = Awaited<ReturnType<typeof select>>[number]

const inEuro = (amount: number) => decimalAmount(amount, accountCurrency)

const columns: readonly CsvColumn<Sale>[] = [
  { header: 'Payment id', value: ({ id }) => id },
  { header: 'Confirmed', value: ({ confirmedAt }) => (confirmedAt === null ? null : formatDateTime(confirmedAt)) },
  { header: 'Customer id', value: ({ userId }) => userId },
  { header: 'Name', value: ({ firstName, lastName, company, email }) => company || `${firstName} ${lastName}`.trim() || email },
  { header: 'E-mail', value: ({ email }) => email },
  { header: 'Country', value: ({ country }) => country?.toUpperCase() ?? null },
  { header: 'Currency', value: ({ currency }) => currency.toUpperCase() },
  { header: 'Amount', value: ({ amount, currency }) => decimalAmount(amount, currency) },
  { header: 'Amount in EUR', value: ({ finalAmount }) => inEuro(finalAmount) },
  { header: 'Refunded', value: ({ amountRefunded, currency }) => decimalAmount(amountRefunded, currency) },
  { header: 'Refunded in EUR', value: ({ finalAmountRefunded }) => inEuro(finalAmountRefunded) },
  { header: 'Dispute', value: ({ dispute }) => dispute },
  { header: 'Discount %', value: ({ discount }) => discount },
  { header: 'Method', value: ({ method }) => method },
  { header: 'Brand', value: ({ brand }) => brand },
  { header: 'Plan', value: ({ plan, trialPlan }) => plan ?? (trialPlan ? 'Trial week' : null) },
  { header: 'Invoice number', value: ({ invoiceNumber }) => invoiceNumber },
  { header: 'Order id', value: ({ ref }) => ref },
  { header: 'Provider id', value: ({ intentId }) => intentId },
]

const rowsAtOnce = 500

/** Successful payments of a range, read in batches without an open statement or transaction. */
async function* eachSale({ reading }: Pick<Database, 'reading'>, { from, to }: ReportQuery): AsyncGenerator<Sale> {
  let last: { confirmedAt: number; id: number } | null = null
  for (;;) {
    const after =
      last === null
        ? undefined
        : or(gt(payments.confirmedAt, last.confirmedAt), and(eq(payments.confirmedAt, last.confirmedAt), gt(payments.id, last.id)))
    const isInRange = between(payments.confirmedAt, last?.confirmedAt ?? from, to)
    const rows: Sale[] = await reading((db) =>
      select(db)
        .where(and(eq(payments.stripePaymentIntentStatus, 'succeeded'), isInRange, after))
        .orderBy(asc(payments.confirmedAt), asc(payments.id))
        .limit(rowsAtOnce),
    )
    yield* rows
    const end = rows.at(-1)
    if (end === undefined || end.confirmedAt === null || rows.length < rowsAtOnce) return
    last = { confirmedAt: end.confirmedAt, id: end.id }
  }
}

/** The sales report of a range, in order of time, as CSV in chunks. */
export function salesReport(database: Pick<Database, 'reading'>, range: ReportQuery): AsyncGenerator<string> {
  return csvOf(columns, eachSale(database, range))
}
