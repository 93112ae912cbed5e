import type { APIRequestContext } from '@playwright/test'
import { lastKnownId } from '../../../demo/data/known.ts'
import type { Customer, CustomerRow } from '../../../src/contract/customers.ts'
import type { InvoiceRow } from '../../../src/contract/invoices.ts'
import type { PaymentRow } from '../../../src/contract/payments.ts'
import type { QrRow } from '../../../src/contract/qrs.ts'

/**
 * Customers that tests change, one per test so that order does not matter. The number times three is the customer's place
 * among the random demo customers that are not deleted and have a company name. None of these is banned.
 */
export const changedBy = {
  keyboard: 0,
  lockedTarget: 4,
  otherTarget: 5,
  palette: 8,
  focus: 9,
} as const

/** The last of the customers among whom those of `changedBy` are. No other test takes one of these to change it. */
export const lastKeptId = lastKnownId + 100

/** Reads demo records through the API, in the session of the page under test. */
export class Records {
  constructor(private readonly calls: APIRequestContext) {}

  private async get<Reply>(path: string): Promise<Reply> {
    const response = await this.calls.get(`/api/admin${path}`)
    if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`)
    return (await response.json()) as Reply
  }

  /** The first page of customers by ascending id, or with other query parameters. */
  async customers(query = 'sort=id&sortDirection=asc&perPage=150'): Promise<CustomerRow[]> {
    return (await this.get<{ rows: CustomerRow[] }>(`/customers?${query}`)).rows
  }

  async customer(id: number): Promise<Customer> {
    return this.get<Customer>(`/customers/${id}`)
  }

  /** The customer a test may change; see `changedBy`. Picked by id alone, so other tests' changes do not shift it. */
  async changeable(test: keyof typeof changedBy): Promise<Customer> {
    const rows = await this.customers()
    const drawn = rows.filter((row) => row.id > lastKnownId && row.id <= lastKeptId && !row.deleted && row.companyName !== null)
    const row = drawn[changedBy[test] * 3]
    if (!row) throw new Error('the demo has too few customers')
    const customer = await this.customer(row.id)
    if (customer.banned) throw new Error(`customer ${row.id} is banned in the demo: choose another place in changedBy`)
    return customer
  }

  async firstQr(query = 'perPage=1'): Promise<QrRow> {
    return first((await this.get<{ rows: QrRow[] }>(`/qrs?${query}`)).rows)
  }

  async firstPayment(query = 'perPage=1'): Promise<PaymentRow> {
    return first((await this.get<{ rows: PaymentRow[] }>(`/payments?${query}`)).rows)
  }

  async firstInvoice(query = 'perPage=1'): Promise<InvoiceRow> {
    return first((await this.get<{ rows: InvoiceRow[] }>(`/invoices?${query}`)).rows)
  }
}

function first<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('the demo has no such record')
  return row
}
