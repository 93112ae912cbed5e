import pg from 'pg'
import type { ApiSubject } from './api-rows.ts'
import { Client } from './calls.ts'
import { milliseconds, Samples, timed } from './measure.ts'
import type { Row } from './report.ts'

const wanted = { timeline: 50, dashboard: 50 }

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
