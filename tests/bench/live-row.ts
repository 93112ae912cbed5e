import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { openDatabase } from '../../server/db/connect.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { staff } from '../../server/db/schema/staff.ts'
import { silentLog } from '../../server/process/log.ts'
import { startSession } from '../../server/resources/auth/sessions.ts'
import { benchDataDirectory } from './dataset.ts'
import { milliseconds, processorTime, Samples } from './measure.ts'
import type { Row } from './report.ts'
import { type RunningServer, startServer } from './server.ts'

const [accounts, streamsEach] = [100, 5]
const budgets = { cpu: 5, megabytes: 50, told: 500, others: 100 }
const api = '/api/admin'

/** A console that listens to live updates, as far as the server can tell. */
class Console {
  isConnected = false
  /** When each change arrived, by the audit row's id. */
  readonly at = new Map<number, number>()
  #position = ''
  #rest = ''
  #request: ReturnType<typeof get> | null = null

  constructor(
    private readonly origin: string,
    readonly cookie: string,
  ) {}

  /** Resolves once the first event arrives. Reconnects if the server refuses because it is busy, as consoles do. */
  async connect(): Promise<void> {
    for (;;) {
      const status = await new Promise<number>((resolve) => {
        const headers = { accept: 'text/event-stream', cookie: this.cookie, ...(this.#position ? { 'last-event-id': this.#position } : {}) }
        this.#request = get(`${this.origin}${api}/live`, { headers, agent: false }, (reply) => this.#listen(reply, resolve))
        this.#request.on('error', () => resolve(0))
      })
      if (status === 200) return
      await pause(500 + Math.random() * 2_000)
    }
  }

  #listen(reply: IncomingMessage, resolve: (status: number) => void): void {
    if (reply.statusCode !== 200) {
      reply.resume()
      return resolve(reply.statusCode ?? 0)
    }
    reply.setEncoding('utf8')
    reply.on('error', () => undefined)
    reply.on('data', (part: string) => {
      const now = performance.now()
      const blocks = (this.#rest + part).split('\n\n')
      this.#rest = blocks.pop() ?? ''
      for (const block of blocks) this.#take(block, now)
      if (!this.isConnected) resolve(200)
      this.isConnected = true
    })
  }

  #take(block: string, now: number): void {
    const position = /^id: (.*)$/m.exec(block)?.[1]
    if (position !== undefined) this.#position = position
    for (const [, id] of block.matchAll(/"auditId":(\d+)/g)) if (!this.at.has(Number(id))) this.at.set(Number(id), now)
  }

  leave(): void {
    this.isConnected = false
    this.#rest = ''
    this.#request?.destroy()
  }
}

/** Measures what 500 open consoles cost, how soon they receive a change, and how their reconnecting all together slows other calls. */
export async function liveRow(databaseUrl: string, seconds: number): Promise<Row> {
  const { cookies, remove } = await makeAccounts(databaseUrl)
  const server = await startServer(databaseUrl)
  const own = `${server.cookie.name}=${server.cookie.value}`
  const consoles = cookies.flatMap((cookie) =>
    Array.from({ length: streamsEach }, () => new Console(server.origin, `${server.cookie.name}=${cookie}`)),
  )
  try {
    for (let call = 0; call < 1_000; call += 1) await listOnce(server.origin, own)
    // By then the garbage from the start has been collected.
    await pause(10_000)
    const before = megabytesOf(server.pid)
    await Promise.all(consoles.map((one) => one.connect()))
    await pause(5_000)
    const worked = processorTime(server.pid)
    await pause(seconds * 1_000)
    const cpu = (processorTime(server.pid) - worked) / (seconds * 10)
    const after = megabytesOf(server.pid)
    const megabytes = after - before
    const cpuWithRecords = await withRecordsOpen(server, consoles, Math.min(seconds, 30))
    const told = await changesTold(server.origin, own, consoles, databaseUrl)
    const usual = await othersDuring(server.origin, own, pause(3_000))
    for (const one of consoles) one.leave()
    const others = await othersDuring(server.origin, own, Promise.all(consoles.map((one) => one.connect())))
    return {
      what: `${consoles.length} open consoles`,
      budget: `≤ ${budgets.cpu} % of a core idle, ≤ ${budgets.megabytes} MB; a change at all of them ≤ ${budgets.told} ms p95; other calls ≤ ${budgets.others} ms p95 while all come back`,
      measured: `${cpu.toFixed(1)} %, ${megabytes.toFixed(0)} MB; ${milliseconds(told)}; ${milliseconds(others.p95)}`,
      isMet: cpu <= budgets.cpu && megabytes <= budgets.megabytes && told <= budgets.told && others.p95 <= budgets.others,
      note:
        `streams of ${accounts} accounts at one server, idle for ${seconds} s; resident memory was ${before.toFixed(0)} MB before and ${after.toFixed(0)} MB then. While each has a record open and says so every ten seconds it is ${cpuWithRecords.toFixed(1)} %. The change is a ban by the API, timed from ` +
        `the request to the last byte at each of them. Then all connections are cut and made again at once (${others.seconds.toFixed(1)} s until the last is back), ` +
        `while a page of customers is asked for over and over: p95 ${milliseconds(usual.p95)} before, ${milliseconds(others.p95)} meanwhile (${others.calls} calls).`,
    }
  } finally {
    for (const one of consoles) one.leave()
    await server.stop()
    await remove()
  }
}

/** Creates accounts with one session each. */
async function makeAccounts(databaseUrl: string): Promise<{ cookies: string[]; remove: () => Promise<void> }> {
  const database = await openDatabase({ databaseUrl, dataDir: benchDataDirectory() }, silentLog)
  const { orm } = database
  const now = Math.floor(Date.now() / 1000)
  const values = Array.from({ length: accounts }, (_, n) => ({
    name: `Bench ${n}`,
    email: `${now}-${n}@bench.example`,
    passwordHash: '',
    createdAt: now,
  }))
  const rows = await orm.insert(staff).values(values).returning({ id: staff.id })
  const ids = rows.map(({ id }) => id)
  return {
    cookies: await Promise.all(ids.map((staffId) => startSession(orm, { staffId, now, ip: '127.0.0.1', userAgent: 'bench' }))),
    remove: async () => {
      await orm.delete(staff).where(inArray(staff.id, ids))
      await database.close()
    },
  }
}

/** @returns percent of a core used while each console reports its open records every ten seconds */
async function withRecordsOpen({ origin, pid }: RunningServer, consoles: readonly Console[], seconds: number): Promise<number> {
  const worked = processorTime(pid)
  const end = performance.now() + seconds * 1_000
  const say = async ({ cookie }: Console, index: number) => {
    await pause((index / consoles.length) * 10_000)
    for (; performance.now() < end; await pause(10_000)) {
      const record = { type: 'customer', id: 1 + (index % 150) }
      const reply = await fetch(`${origin}${api}/live/presence`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', origin, cookie },
        body: JSON.stringify({ tab: `bench-${index}-tab`, record, activity: 'viewing' }),
      })
      await reply.text()
      if (!reply.ok) throw new Error(`presence answered ${reply.status}`)
    }
  }
  await Promise.all(consoles.map(say))
  return (processorTime(pid) - worked) / (seconds * 10)
}

/** @returns milliseconds, the 95th percentile over all changes and consoles */
async function changesTold(origin: string, cookie: string, consoles: readonly Console[], databaseUrl: string): Promise<number> {
  const database = await openDatabase({ databaseUrl, dataDir: benchDataDirectory() }, silentLog)
  const people = await database.orm.select({ id: customers.id, banned: customers.banned }).from(customers).limit(20)
  await database.close()
  const times: number[] = []
  for (const { id, banned } of people) {
    const began = performance.now()
    const reply = await fetch(`${origin}${api}/customers/${id}/ban`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify({ banned: !banned }),
    })
    const { auditId } = (await reply.json()) as { auditId?: number }
    if (auditId === undefined) continue
    while (!consoles.every(({ at }) => at.has(auditId))) await pause(1)
    times.push(...consoles.map(({ at }) => (at.get(auditId) ?? 0) - began))
    await pause(300)
  }
  return new Samples(times).p95
}

async function listOnce(origin: string, cookie: string): Promise<number> {
  const began = performance.now()
  const reply = await fetch(`${origin}${api}/customers?perPage=20`, { headers: { cookie } })
  await reply.text()
  if (!reply.ok && reply.status !== 503) throw new Error(`the list answered ${reply.status}`)
  return performance.now() - began
}

/** Makes other calls, two at a time, until `done` resolves. */
async function othersDuring(origin: string, cookie: string, done: Promise<unknown>) {
  const began = performance.now()
  const times: number[] = []
  let isDone = false
  const ask = async () => {
    while (!isDone) times.push(await listOnce(origin, cookie))
  }
  const asking = [ask(), ask()]
  await done
  isDone = true
  await Promise.all(asking)
  return { p95: new Samples(times).p95, calls: times.length, seconds: (performance.now() - began) / 1000 }
}

/** Resident memory in megabytes. Only Linux exposes it for other processes. */
function megabytesOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
}
