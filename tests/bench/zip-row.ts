import { readFileSync } from 'node:fs'
import pg from 'pg'
import { Client } from './calls.ts'
import { milliseconds, Samples } from './measure.ts'
import type { Row } from './report.ts'
import type { RunningServer } from './server.ts'

/** A month without demo invoices. */
const [year, month] = [2099, 3]
const memoryBudget = 150
const waitBudget = 100

/** Downloads a month's invoices as a zip, with none rendered yet. Measures server memory over idle and the delay of other requests. */
export async function invoiceZipRow(server: RunningServer, databaseUrl: string, count: number): Promise<Row> {
  await insertInvoices(databaseUrl, count)
  const client = new Client(server)
  try {
    const ask = () => client.get('/customers?perPage=50')
    // Warms up with as many requests as during the download, so that their own memory does not count.
    for (let run = 0; run < 1000; run += 1) await ask()
    const idle = residentMegabytes(server.pid)
    const waits: number[] = []
    let highest = idle
    let isOver = false
    const started = performance.now()
    const zip = download(server).finally(() => {
      isOver = true
    })
    while (!isOver) {
      const asked = performance.now()
      await ask()
      waits.push(performance.now() - asked)
      highest = Math.max(highest, residentMegabytes(server.pid))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const bytes = await zip
    const seconds = (performance.now() - started) / 1000
    const samples = new Samples(waits)
    return {
      what: `zip of a month of ${count} invoices`,
      budget: `memory ≤ idle + ${memoryBudget} MB, others ≤ ${waitBudget} ms p95`,
      measured: `memory idle + ${(highest - idle).toFixed(0)} MB, others p95 ${milliseconds(samples.p95)}`,
      isMet: highest - idle <= memoryBudget && samples.p95 <= waitBudget,
      note: `Every PDF is made anew: ${(bytes / 1_000_000).toFixed(0)} MB in ${seconds.toFixed(0)} s. Idle is the resident memory of the server (${idle.toFixed(0)} MB), the highest of it is taken ${samples.count} times on the way. The others are pages of 50 customers, one after another every 50 ms: median ${milliseconds(samples.median)}, longest ${milliseconds(samples.quantile(1))}.`,
    }
  } finally {
    client.close()
  }
}

/** Only Linux exposes another process's memory; elsewhere 0. */
function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}

/** Reads the zip without keeping it. Returns its size in bytes. */
async function download({ origin, cookie }: RunningServer): Promise<number> {
  const response = await fetch(`${origin}/api/admin/invoices/files/zip?year=${year}&month=${month}`, {
    headers: { cookie: `${cookie.name}=${cookie.value}` },
  })
  if (!response.ok || !response.body) throw new Error(`the zip was answered ${response.status}`)
  let bytes = 0
  for await (const part of response.body) bytes += part.length
  return bytes
}

/** Replaces the invoices of an earlier run; fresh links make sure no file exists yet. */
async function insertInvoices(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`delete from invoices where number like '${year}-%'`)
    await client.query(
      `insert into invoices (number, user_id, created_at, link, currency, subtotal, vat_rate, vat_amount, total, description, billing)
       select '${year}-' || lpad(n::text, 6, '0'), c.id, extract(epoch from timestamptz '${year}-03-15 12:00+01')::bigint + n, gen_random_uuid(), 'eur',
              1645, 2100, 345, 1990, 'Pro, 1 month', to_jsonb(b) - 'user_id' - 'locked' - 'version'
       from generate_series(1, $1) n
       join (select id, row_number() over (order by id) as place, count(*) over () as people from customers) c on c.place = 1 + n % c.people
       left join billing_data b on b.user_id = c.id`,
      [count],
    )
  } finally {
    await client.end()
  }
}
