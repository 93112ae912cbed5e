import pg from 'pg'
import type { FoundUser } from '../../src/contract/customers.ts'
import { Client } from './calls.ts'
import { milliseconds, processorTime, ratio, Samples, timed, timedInTurn } from './measure.ts'
import type { Row } from './report.ts'
import type { RunningServer } from './server.ts'

/** The server and its database address, for the bare SQL comparison. */
export interface ApiSubject {
  server: RunningServer
  databaseUrl: string
  customers: number
}

/** E-mails spread evenly over all customers. */
export async function sampleEmails(databaseUrl: string, count: number): Promise<{ id: number; email: string }[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: number; email: string }>(
      `select id, email from customers where not deleted and id % greatest(1, (select count(*)::int from customers) / $1::int) = 0 order by md5(email) limit $1::int`,
      [count],
    )
    return rows
  } finally {
    await client.end()
  }
}

/** QRs spread evenly over the table, with addresses and names as people type them. */
async function sampleQrs(databaseUrl: string, count: number): Promise<{ uri: string; name: string }[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ uri: string; name: string }>(
      `select uri, name from qrs where not archived and length(name) > 3 and id % greatest(1, (select count(*)::int from qrs) / $1::int) = 0 order by md5(uri) limit $1::int`,
      [count],
    )
    return rows
  } finally {
    await client.end()
  }
}

const bareLookUp = `select id, email, first_name, last_name from customers where search_keys @> array[$1]::text[] and lower(email) = $1 limit 1`

/** Exact e-mail look-up through the API, next to the one statement it needs through the same driver. */
export async function lookUpRow(subject: ApiSubject, runs: number): Promise<Row> {
  const people = await sampleEmails(subject.databaseUrl, 500)
  const email = (index: number) => people[index % people.length]?.email.toLowerCase() ?? ''
  const pool = new pg.Pool({ connectionString: subject.databaseUrl, max: 1 })
  const client = new Client(subject.server)
  try {
    const { bare, session, api } = await timedInTurn(runs, {
      bare: (index) => pool.query(bareLookUp, [email(index)]),
      session: (index) => pool.query('select from sessions join staff on staff.id = staff_id where id_hash = $1', [String(index)]),
      // Not the e-mail of the previous run, because its pages would still be cached.
      api: (index) => client.get<FoundUser>(`/customers/find/${encodeURIComponent(email(index + 250))}`),
    })
    const share = api.median / bare.median
    return {
      what: `API: exact look-up at ${subject.customers} customers`,
      budget: '≤ 2× the bare SQL',
      measured: `${ratio(share)} (${milliseconds(api.median)} over ${milliseconds(bare.median)})`,
      isMet: share <= 2,
      note:
        `median of ${runs} look-ups of different e-mails over HTTP on a kept connection, in turn with the one statement through \`pg\` in the measuring process. ` +
        `The call also crosses HTTP and reads the session, which alone takes ${milliseconds(session.median)}; p95 ${milliseconds(api.p95)} over ${milliseconds(bare.p95)}.`,
    }
  } finally {
    client.close()
    await pool.end()
  }
}

/** The list pages staff open; each client cycles through them. */
const listPaths = [
  '/customers',
  '/customers?page=7&perPage=50',
  '/customers?status=active',
  '/customers?sort=email&sortDirection=asc',
  '/customers?sort=createdAt&sortDirection=desc&perPage=20',
  '/customers?country=es&sort=fullName',
  '/customers?searchTerm=mar&exactSearch=false',
  '/customers?trialPlan=true',
  '/qrs',
  '/qrs?sort=scans&sortDirection=desc',
  '/qrs?searchTerm=menu&searchMode=name',
  '/qrs?type=pdf&page=3',
  '/invoices',
  '/invoices?month=3&year=2025',
] as const

/** List pages for thirty clients that request without pause. */
export async function listPagesRow(subject: ApiSubject, rounds: number): Promise<Row> {
  const clients = Array.from({ length: 30 }, () => new Client(subject.server))
  const byPath = new Map<string, number[]>(listPaths.map((path) => [path, []]))
  const ask = async (client: Client, index: number) => {
    const path = listPaths[index % listPaths.length] ?? '/customers'
    const started = performance.now()
    await client.get(path)
    byPath.get(path)?.push(performance.now() - started)
  }
  try {
    for (const [index, client] of clients.entries()) await client.get(listPaths[index % listPaths.length] ?? '/customers')
    const used = processorTime(subject.server.pid)
    const ownBefore = process.cpuUsage()
    const started = performance.now()
    await Promise.all(
      clients.map(async (client, number) => {
        for (let round = 0; round < rounds; round++) await ask(client, number + round)
      }),
    )
    const seconds = (performance.now() - started) / 1000
    const own = process.cpuUsage(ownBefore)
    const all = new Samples([...byPath.values()].flat())
    const perCall = {
      server: (processorTime(subject.server.pid) - used) / all.count,
      clients: (own.user + own.system) / 1000 / all.count,
    }
    const slowest = [...byPath].map(([path, times]) => ({ path, p95: new Samples(times).p95 })).sort((a, b) => b.p95 - a.p95)
    const one = await timed(60, (index) => ask(clients[0] ?? new Client(subject.server), index))
    const [worst] = slowest
    return {
      what: `API: any list page, 30 clients, ${subject.customers} customers`,
      budget: 'p95 ≤ 50 ms on PostgreSQL',
      measured: `p95 ${milliseconds(all.p95)}, median ${milliseconds(all.median)}`,
      isMet: all.p95 <= 50,
      note:
        `${all.count} calls of ${listPaths.length} pages (customers, QRs, invoices; filtered, searched, sorted) by 30 clients at once without any pause, ${Math.round(all.count / seconds)} calls a second; ` +
        `clients, server and PostgreSQL share the machine: of its processors a call takes ${milliseconds(perCall.server)} for the server and ${milliseconds(perCall.clients)} for the client, beside what PostgreSQL takes. ` +
        `What has more than 10,000 matches is counted once in a while, not for each page. Slowest: \`${worst?.path ?? ''}\` with p95 ${milliseconds(worst?.p95 ?? 0)}. One client alone: p95 ${milliseconds(one.p95)}, median ${milliseconds(one.median)}.`,
    }
  } finally {
    for (const client of clients) client.close()
  }
}

/** Median milliseconds on one database, to compare sizes. */
export interface Growth {
  page: number
  lookUp: number
  qrs: number
  /** QR search by a full address, by four characters of one, and by a common name. */
  uri: number
  uriPart: number
  name: number
}

export async function growthSamples(subject: ApiSubject, runs: number): Promise<Growth> {
  const people = await sampleEmails(subject.databaseUrl, 200)
  const client = new Client(subject.server)
  try {
    const page = await timed(runs, () => client.get('/customers'))
    const qrs = await timed(runs, () => client.get('/qrs'))
    const lookUp = await timed(runs, (index) =>
      client.get(`/customers/find/${encodeURIComponent(people[index % people.length]?.email ?? '')}`),
    )
    const samples = await sampleQrs(subject.databaseUrl, 200)
    const search = (mode: 'uri' | 'name', termOf: (qr: { uri: string; name: string }) => string) =>
      timed(runs, (index) => {
        const qr = samples[index % samples.length] ?? { uri: '', name: '' }
        return client.get(`/qrs?searchMode=${mode}&searchTerm=${encodeURIComponent(termOf(qr))}`)
      })
    const uri = await search('uri', (qr) => qr.uri)
    const uriPart = await search('uri', (qr) => qr.uri.slice(1, 5))
    const name = await search('name', (qr) => qr.name)
    return {
      page: page.median,
      qrs: qrs.median,
      lookUp: lookUp.median,
      uri: uri.median,
      uriPart: uriPart.median,
      name: name.median,
    }
  } finally {
    client.close()
  }
}
