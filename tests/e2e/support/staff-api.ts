import type { APIRequestContext } from '@playwright/test'
import { lastKnownId } from '../../../demo/data/known.ts'
import type { AuditRow } from '../../../src/contract/audit.ts'
import type { CustomerRow } from '../../../src/contract/customers.ts'
import { whyNotRefund } from '../../../src/contract/payment-rules.ts'
import type { PaymentRow } from '../../../src/contract/payments.ts'
import type { SandboxFault } from '../../../src/contract/sandbox.ts'
import { lastKeptId } from './records.ts'

/** Enough to find most customers on the first page. */
const perPage = 50

export interface Call {
  method: 'GET' | 'PATCH' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/admin`. */
  path: string
  body?: unknown
}

/** Calls the API directly in the page's session, to set up a state or check the server's answer. */
export class StaffApi {
  constructor(
    private readonly calls: APIRequestContext,
    private readonly origin: string,
  ) {}

  /** Sends a call and returns any status and body. */
  async send({ method, path, body }: Call): Promise<{ status: number; body: unknown }> {
    const response = await this.calls.fetch(`/api/admin${path}`, {
      method,
      headers: { origin: this.origin },
      ...(body === undefined ? {} : { data: body }),
    })
    const text = await response.text()
    return { status: response.status(), body: text === '' ? null : JSON.parse(text) }
  }

  /** Sends a call that must succeed. */
  async do(call: Call): Promise<unknown> {
    const { status, body } = await this.send(call)
    if (status >= 300) throw new Error(`${call.method} ${call.path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  /** The rows of a list. */
  async rows<Row>(path: string): Promise<Row[]> {
    return ((await this.do({ method: 'GET', path })) as { rows: Row[] }).rows
  }

  /** The newest random customer that fits now and that no other test changes. */
  async customerWhere(fits: (row: CustomerRow) => boolean): Promise<CustomerRow> {
    return (await this.customersFor(['one'], fits)).get('one') as CustomerRow
  }

  /** A different such customer for each item, as fast as finding one. */
  async customersFor<Each>(each: readonly Each[], fits: (row: CustomerRow) => boolean): Promise<Map<Each, CustomerRow>> {
    const found: CustomerRow[] = []
    for (let page = 1; found.length < each.length; page += 1) {
      const rows = await this.rows<CustomerRow>(`/customers?sort=id&sortDirection=desc&perPage=${perPage}&page=${page}`)
      found.push(...rows.filter((row) => row.id > lastKeptId && fits(row)))
      if ((rows.at(-1)?.id ?? 0) <= lastKeptId) break
    }
    if (found.length < each.length) throw new Error(`the demo has ${found.length} such customers (any more), not ${each.length}`)
    return new Map(each.map((one, place) => [one, found[place] as CustomerRow]))
  }

  /** The newest payment of a random customer that fits now. */
  async paymentWhere(query: string, fits: (row: PaymentRow) => boolean = () => true): Promise<PaymentRow> {
    const rows = await this.rows<PaymentRow>(`/payments?perPage=150&${query}`)
    const found = rows.find((row) => row.userId > lastKnownId && fits(row))
    if (found === undefined) throw new Error('the demo has no such payment (any more)')
    return found
  }

  /** The newest payment of more than 10 € that may be refunded and has no refund yet. */
  async paymentToRefund(): Promise<PaymentRow> {
    return this.paymentWhere(
      'stripeInvoiceStatus=paid',
      (row) => whyNotRefund(row) === null && row.amountRefunded === 0 && row.currency === 'eur' && row.amount > 1000,
    )
  }

  async payment({ id, userId }: Pick<PaymentRow, 'id' | 'userId'>): Promise<PaymentRow> {
    const rows = await this.rows<PaymentRow>(`/payments?perPage=150&user=${userId}`)
    const found = rows.find((row) => row.id === id)
    if (found === undefined) throw new Error(`there is no payment ${id}`)
    return found
  }

  /** Audit rows of one action on one record, newest first. */
  async audit(action: string, targetId: number): Promise<AuditRow[]> {
    return this.rows<AuditRow>(`/audit?action=${action}&targetId=${targetId}`)
  }

  /** Sets the embedded payment provider's faults. */
  async setFaults(faults: SandboxFault[]): Promise<void> {
    await this.do({ method: 'PUT', path: '/sandbox/faults', body: { faults } })
  }
}
