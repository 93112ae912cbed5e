import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type ApiSubject, sampleEmails } from '../api-rows.ts'
import { milliseconds, processorTime, ratio } from '../measure.ts'
import type { Row } from '../report.ts'
import { BareClient } from './client.ts'
import type { Given } from './server.ts'
import { type ApiCall, statementsOf } from './statements.ts'

const wanted = { calls: 0.75, processor: 1.4 }
const api = '/api/admin'
const [people, changed, pages] = [200, 20, 20]

interface Side {
  origin: string
  pid: number
}

interface Used {
  calls: number
  /** Milliseconds. */
  taken: number
  processor: number
}

/** The product beside a bare server that sends the same statements and has no contract, in turns under the same load. */
export async function bareRow({ server, databaseUrl, customers }: ApiSubject, seconds: number): Promise<Row> {
  const found = await sampleEmails(databaseUrl, people + changed)
  const [readOnes, changedOnes] = [found.slice(changed), found.slice(0, changed)]
  const reads: Record<string, ApiCall[]> = {
    'look-up by e-mail': readOnes.map(({ email }) => ({ path: `${api}/customers/find/${encodeURIComponent(email)}` })),
    '50 customers': Array.from({ length: pages }, (_, index) => ({ path: `${api}/customers?perPage=50&page=${index + 1}` })),
    '50 QRs': Array.from({ length: pages }, (_, index) => ({ path: `${api}/qrs?perPage=50&page=${index + 1}` })),
    'a customer': readOnes.map(({ id }) => ({ path: `${api}/customers/${id}` })),
    'its overview': readOnes.map(({ id }) => ({ path: `${api}/customers/${id}/overview` })),
  }
  const writes = changedOnes.flatMap(({ id }) => [true, false].map((banned) => ({ path: `${api}/customers/${id}/ban`, body: { banned } })))
  const bare = await startBare(await statementsOf(databaseUrl, server.cookie, [...Object.values(reads).flat(), ...writes]))
  const headers = `host: ${new URL(server.origin).host}\r\ncookie: ${server.cookie.name}=${server.cookie.value}\r\norigin: ${server.origin}\r\n`
  try {
    const compared = []
    for (const [name, calls] of Object.entries(reads)) {
      for (const clients of [1, 50]) {
        for (const changes of [[], writes]) {
          const measured = await inTurns([server, bare], headers, { clients, calls, changes }, seconds)
          compared.push({ name, clients, isChanged: changes.length > 0, ...measured })
        }
      }
    }
    return asRow(compared, customers, seconds)
  } finally {
    bare.stop()
  }
}

async function startBare(given: Given): Promise<Side & { stop: () => void }> {
  const child = fork(path.resolve(import.meta.dirname, 'server.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: '' },
  })
  child.send(given)
  const [origin] = (await once(child, 'message')) as [string]
  return { origin, pid: child.pid ?? 0, stop: () => child.disconnect() }
}

interface Load {
  clients: number
  calls: readonly ApiCall[]
  /** A tenth of the calls; none if it is empty. */
  changes: readonly ApiCall[]
}

const turns = 4

/** The product's calls a second and processor time a call, over those of the bare server. */
async function inTurns(sides: readonly [Side, Side], headers: string, load: Load, seconds: number) {
  const ofEach = sides.map(({ origin, pid }) => ({
    pid,
    used: { calls: 0, taken: 0, processor: 0 },
    clients: Array.from({ length: load.clients }, () => new BareClient(origin, headers)),
  }))
  for (const { pid, clients } of ofEach) await underLoad(pid, clients, load, seconds / turns)
  for (let turn = 0; turn < turns; turn++) {
    for (const { pid, clients, used } of ofEach) {
      const more = await underLoad(pid, clients, load, seconds / turns)
      used.calls += more.calls
      used.taken += more.taken
      used.processor += more.processor
    }
  }
  for (const client of ofEach.flatMap(({ clients }) => clients)) client.close()
  const [product, bare] = ofEach.map(({ used }) => ({ rate: (used.calls / used.taken) * 1000, processor: used.processor / used.calls }))
  if (!product || !bare) throw new Error('nothing was measured')
  return { calls: product.rate / bare.rate, processor: product.processor / bare.processor, product, bare }
}

async function underLoad(pid: number, clients: readonly BareClient[], { calls, changes }: Load, seconds: number): Promise<Used> {
  const [before, started] = [processorTime(pid), performance.now()]
  const end = started + seconds * 1000
  let index = 0
  const next = (): ApiCall | undefined => {
    index += 1
    const isChange = changes.length > 0 && index % 10 === 0
    return isChange ? changes[(index / 10) % changes.length] : calls[index % calls.length]
  }
  await Promise.all(
    clients.map(async (client) => {
      for (let call = next(); call !== undefined && performance.now() < end; call = next()) await client.ask(call)
    }),
  )
  return { calls: index - clients.length, taken: performance.now() - started, processor: processorTime(pid) - before }
}

type Compared = { name: string; clients: number; isChanged: boolean } & Awaited<ReturnType<typeof inTurns>>

function asRow(compared: readonly Compared[], customers: number, seconds: number): Row {
  const calls = compared.map((each) => each.calls)
  const processor = compared.map((each) => each.processor)
  const between = (values: readonly number[]) => `${Math.min(...values).toFixed(2)} to ${ratio(Math.max(...values))}`
  const situation = ({ clients, isChanged }: Compared) =>
    `${clients === 1 ? 'one client' : `${clients} clients`}${isChanged ? ' with writes' : ''}`
  const described = (each: Compared) =>
    `${situation(each)} ${ratio(each.calls)} and ${ratio(each.processor)} (${Math.round(each.product.rate)} of ${Math.round(each.bare.rate)} a second, ` +
    `${milliseconds(each.product.processor)} over ${milliseconds(each.bare.processor)})`
  const names = [...new Set(compared.map(({ name }) => name))]
  const perCall = names.map((name) => {
    const ofCall = compared.filter((each) => each.name === name)
    return `${name}: ${ofCall.map(described).join(', ')}`
  })
  return {
    what: `API: beside a bare server with the same SQL, ${customers} customers`,
    budget: `≥ ${wanted.calls}× its calls a second, ≤ ${wanted.processor}× its processor time a call`,
    measured: `${between(calls)} the calls, ${between(processor)} the processor time`,
    isMet: Math.min(...calls) >= wanted.calls && Math.max(...processor) <= wanted.processor,
    note:
      'The bare server is Fastify on the same pool, which sends the statements that the product was seen to send (the session’s too) and answers their rows as JSON. ' +
      `Each is under load for ${seconds} s in all, in ${turns} turns; 'with writes' every tenth call bans a customer or lifts the ban. ` +
      `Processor time is that of the server’s process; clients, servers and PostgreSQL share the machine. Calls and processor time over those of the bare server: ${perCall.join('; ')}.`,
  }
}
