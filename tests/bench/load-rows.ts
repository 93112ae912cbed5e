import pg from 'pg'
import { type ApiSubject, sampleEmails } from './api-rows.ts'
import { Client } from './calls.ts'
import { milliseconds, processorTime, Samples, timed } from './measure.ts'
import type { Row } from './report.ts'

const clientCount = 50
const wanted = { reads: 900, withWrites: 800, timeline: 50, dashboard: 50 }

/** What staff read in a day. Each call reads a different record or page than the one before. */
function readOf(index: number, customers: number): string {
  const id = 1 + ((index * 7919) % customers)
  const reads = [
    `/customers?page=${1 + (index % 40)}&perPage=50`,
    `/customers/${id}`,
    `/customers/${id}/overview`,
    `/customers/${id}/timeline`,
    `/customers/search?term=${encodeURIComponent(`mar ${String.fromCharCode(97 + (index % 26))}`)}`,
    '/customers?status=active&country=es',
    `/qrs?page=${1 + (index % 40)}`,
    `/customers/${id}/qrs`,
    `/payments?page=${1 + (index % 40)}`,
    `/invoices?page=${1 + (index % 40)}`,
  ]
  return reads[index % reads.length] ?? '/customers'
}

/** The calls per second of 50 clients that request without pause: first only reads, then a change in every tenth call. */
export async function throughputRow(subject: ApiSubject, seconds: number): Promise<Row> {
  const clients = Array.from({ length: clientCount }, () => new Client(subject.server))
  const people = await sampleEmails(subject.databaseUrl, 2_000)
  try {
    await underLoad(clients, subject, 2, [])
    const reads = await underLoad(clients, subject, seconds, [])
    const mixed = await underLoad(clients, subject, seconds, people)
    return {
      what: `API: ${clientCount} clients of mixed reads, ${subject.customers} customers`,
      budget: `≥ ${wanted.reads} calls a second, ≥ ${wanted.withWrites} with a tenth of writes`,
      measured: `${reads.rate} a second, ${mixed.rate} with writes`,
      isMet: reads.rate >= wanted.reads && mixed.rate >= wanted.withWrites,
      note:
        `${seconds} s each: pages of lists, a customer with overview, timeline and QRs, searches; the writes ban customers and lift the ban. Clients, server and PostgreSQL share the machine: ` +
        `of its processors a read takes ${milliseconds(reads.server)} for the server and ${milliseconds(reads.client)} for the client. p95 ${milliseconds(reads.p95)} of reads, ${milliseconds(mixed.p95)} with writes.`,
    }
  } finally {
    for (const client of clients) client.close()
  }
}

/** @param banned people whom a tenth of the calls ban and unban; empty to only read */
async function underLoad(
  clients: readonly Client[],
  { server, customers }: ApiSubject,
  seconds: number,
  banned: readonly { id: number }[],
) {
  const times: number[] = []
  const [usedBefore, ownBefore, started] = [processorTime(server.pid), process.cpuUsage(), performance.now()]
  const end = started + seconds * 1000
  let index = 0
  const call = async (run: () => Promise<unknown>) => {
    const began = performance.now()
    await run()
    times.push(performance.now() - began)
  }
  const work = async (client: Client) => {
    while (performance.now() < end) {
      index += 1
      const person = index % 19 === 0 ? banned[(index / 19) % banned.length] : undefined
      if (person === undefined) await call(() => client.get(readOf(index, customers)))
      else for (const isBanned of [true, false]) await call(() => client.patch(`/customers/${person.id}/ban`, { banned: isBanned }))
    }
  }
  await Promise.all(clients.map(work))
  const taken = performance.now() - started
  const own = process.cpuUsage(ownBefore)
  return {
    rate: Math.round((times.length / taken) * 1000),
    p95: new Samples(times).p95,
    server: (processorTime(server.pid) - usedBefore) / times.length,
    client: (own.user + own.system) / 1000 / times.length,
  }
}

/** The 30-day dashboard while payments change: one change before each call. */
export async function changingDashboardRow(subject: ApiSubject, runs: number): Promise<Row> {
  const database = new pg.Client({ connectionString: subject.databaseUrl })
  await database.connect()
  const client = new Client(subject.server)
  try {
    const now = Math.floor(Date.now() / 1000)
    const { rows } = await database.query<{ id: number }>('select id from payments where created_at > $1 order by md5(id::text) limit $2', [
      now - 30 * 86_400,
      runs * 2,
    ])
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      await database.query('update payments set final_amount = final_amount + 1 where id = $1', [rows[run % rows.length]?.id])
      const began = performance.now()
      await client.get(`/stats/general-stats?from=${now - 30 * 86_400}&to=${now}`)
      times.push(performance.now() - began)
    }
    const samples = new Samples(times)
    return {
      what: `dashboard of 30 days, a payment changed before each call, ${subject.customers} customers`,
      budget: `≤ ${wanted.dashboard} ms`,
      measured: `median ${milliseconds(samples.median)}, longest ${milliseconds(samples.quantile(1))}`,
      isMet: samples.quantile(1) <= wanted.dashboard,
      note: `${runs} calls of \`/stats/general-stats\`. They show what the job has computed, with the time of it.`,
    }
  } finally {
    client.close()
    await database.end()
  }
}

const manyPayments = 10_000

/** The timeline of a customer who is first given 10,000 payments. */
export async function timelineRow(subject: ApiSubject, runs: number): Promise<Row> {
  const id = await customerWithPayments(subject.databaseUrl)
  const client = new Client(subject.server)
  try {
    const first = await timed(runs, () => client.get(`/customers/${id}/timeline`))
    return {
      what: `timeline of a customer with ${manyPayments} payments`,
      budget: `≤ ${wanted.timeline} ms`,
      measured: `median ${milliseconds(first.median)}, p95 ${milliseconds(first.p95)}`,
      isMet: first.p95 <= wanted.timeline,
      note: `${runs} calls for its latest entries.`,
    }
  } finally {
    client.close()
  }
}

async function customerWithPayments(databaseUrl: string): Promise<number> {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    const { rows } = await database.query<{ id: number; count: number }>(
      'select user_id as id, count(*)::int as count from payments group by 1 order by 2 desc, 1 limit 1',
    )
    const { id, count } = rows[0] ?? { id: 0, count: 0 }
    if (count < manyPayments) {
      const names = await database.query<{ list: string }>(
        `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
          where attrelid = 'payments'::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'ref', 'stripe_payment_intent_id', 'created_at')`,
      )
      const list = names.rows[0]?.list ?? ''
      await database.query(
        `insert into payments (${list}, ref, stripe_payment_intent_id, created_at)
          select ${list}, ref || '_' || n, stripe_payment_intent_id || '_' || n, created_at + n
          from (select * from payments where user_id = $1 order by id limit 1) as payment, generate_series(1, $2::int) as n`,
        [id, manyPayments - count],
      )
      await database.query('vacuum analyze payments')
    }
    return id
  } finally {
    await database.end()
  }
}
