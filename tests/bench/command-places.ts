import pg from 'pg'
import type { Scope } from '../../src/commands/engine/record-types.ts'

/** A page and what is marked on it: a row that has the focus, or selected rows. */
export interface Place {
  path: string
  marked?: 'row' | 'rows'
}

const rowOf = (path: string): Place => ({ path, marked: 'row' })
const rowsOf = (path: string): Place => ({ path, marked: 'rows' })

/** Customers of every kind that the database has: what can be done to one cannot be done to another. */
async function kindsOfCustomers(databaseUrl: string): Promise<Place[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: number }>(
      `select min(id) as id from (select * from customers order by id limit 5000) as c
        group by displayed_status, banned, deleted, will_cancel, is_2fa_enabled, discount is null, google_id is null
        order by count(*) desc limit 12`,
    )
    return rows.map(({ id }) => ({ path: `/customers/${id}` }))
  } finally {
    await client.end()
  }
}

/** Where the commands of each scope are looked for. A new kind of record has to be given its places. */
export async function placesOf(databaseUrl: string): Promise<Record<Scope, readonly Place[]>> {
  const customers = await kindsOfCustomers(databaseUrl)
  return {
    global: [{ path: '/customers' }, ...customers.slice(0, 1)],
    list: [rowOf('/customers?status=active&page=2'), rowsOf('/customers?status=active&page=2')],
    walk: [],
    customer: [rowOf('/customers'), ...customers],
    customers: [rowsOf('/customers')],
    payment: [rowOf('/payments'), rowOf('/payments?status=requires_capture')],
    note: [rowOf('/customers/notes')],
    feedback: [rowOf('/customers/feedback')],
    qr: [rowOf('/qrs'), rowOf('/qrs?type=pdf')],
    qrs: [rowsOf('/qrs')],
    folders: [],
    invoice: [rowOf('/invoices')],
    'invoice-list': [{ path: '/invoices?month=3&year=2025' }],
    report: [{ path: '/sales' }, rowOf('/sales')],
    invitation: [],
    'api-call': [rowOf('/api-calls'), { path: '/api-calls/2' }],
    'domain-list': [{ path: '/security/domain-blacklist' }],
    domain: [rowOf('/security/domain-blacklist')],
    hostname: [rowOf('/customers/domains')],
    webrisk: [rowOf('/security/webrisk')],
    webrisks: [rowsOf('/security/webrisk')],
    tracker: [rowOf('/security/webrisk-logs')],
    abuse: [rowOf('/security/abuse')],
    abuses: [rowsOf('/security/abuse')],
    // The demo has none.
    word: [],
    approval: [],
    user: [rowOf('/users'), { path: '/users/1' }, { path: '/users/2' }],
  }
}
