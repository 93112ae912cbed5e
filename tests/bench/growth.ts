import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { z } from 'zod'
import { Client } from './calls.ts'
import { openDatasets } from './dataset.ts'
import { allowedBy, type Call, callsOf, choicesOf, type List, listsOf } from './growth-calls.ts'
import { Samples } from './measure.ts'
import { startServer } from './server.ts'

/** The limits of a call: its total time in milliseconds, and its growth from the smaller to the larger database. */
const most = { milliseconds: 50, times: 1.5, more: 10 }

/**
 * Measures every list of the contract, with all its filters and sorts, on two databases. Prints the calls that are slow or
 * not flat.
 * @param sizes numbers of customers, or addresses of databases: `10000,1000000`
 * @param only the paths of the lists to measure; empty for all
 */
export async function printGrowth(sizes: string, only: readonly string[]): Promise<void> {
  const lists = listsOf(await contractFiles()).filter((list) => only.length === 0 || only.includes(list.path))
  await withDatabases(sizes.split(','), async (addresses) => {
    console.log(`Not flat: over ${most.milliseconds} ms, or over ${most.times} × and ${most.more} ms more than on the smaller database.`)
    const servers = [await startServer(addresses[0] ?? ''), await startServer(addresses[1] ?? '')] as const
    const clients = [new Client(servers[0]), new Client(servers[1])] as const
    const [small, large] = clients
    try {
      for (const list of lists) {
        const after = await timesOf(large, list, () => true)
        // Calls that are fast on the large database count as flat, so the small one need not measure them.
        const before = await timesOf(small, list, (label) => (after.get(label) ?? 0) > most.more)
        console.log(reportOf(list, before, after))
      }
    } finally {
      for (const client of clients) client.close()
      for (const server of servers) await server.stop()
    }
  })
}

function reportOf(list: List, before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  const poor = [...after]
    .map(([label, at]) => ({ label, from: before.get(label), at }))
    .filter(({ from, at }) => at > most.milliseconds || (from !== undefined && at > from * most.times + most.more))
    .sort((one, other) => other.at - one.at)
  const lines = poor.map(({ label, from, at }) => `  ${from?.toFixed(0) ?? '–'} → ${at.toFixed(0)} ms  ${label}`)
  return [`${list.path}: ${after.size} calls, ${poor.length} not flat`, ...lines].join('\n')
}

async function withDatabases(sizes: readonly string[], run: (addresses: readonly string[]) => Promise<void>): Promise<void> {
  if (sizes.every((size) => size.includes('://'))) return run(sizes)
  const datasets = await openDatasets()
  try {
    const addresses: string[] = []
    for (const size of sizes) addresses.push(await datasets.withCustomers(Number(size)))
    await run(addresses)
  } finally {
    await datasets.stop()
  }
}

async function contractFiles(): Promise<Record<string, unknown>[]> {
  const directory = path.resolve(import.meta.dirname, '../../src/contract')
  const names = readdirSync(directory).filter((name) => name.endsWith('.ts'))
  return Promise.all(names.map((name) => import(pathToFileURL(path.join(directory, name)).href) as Promise<Record<string, unknown>>))
}

/** Median milliseconds by label, for the calls that `isWanted` accepts. */
async function timesOf(client: Client, list: List, isWanted: (label: string) => boolean): Promise<Map<string, number>> {
  const medians = new Map<string, number>()
  for (const call of await callsTo(client, list)) if (isWanted(call.label)) medians.set(call.label, await medianOf(client, call))
  return medians
}

/** The first time if it is fast, because repeats hardly take longer. Otherwise the median of further runs. */
async function medianOf(client: Client, call: Call): Promise<number> {
  const ask = async () => {
    const started = performance.now()
    await client.get(addressOf(call))
    return performance.now() - started
  }
  const first = await ask()
  if (first <= most.more) return first
  const times: number[] = []
  for (let run = 0; run < (first > 2_000 ? 1 : 5); run++) times.push(await ask())
  return new Samples(times).median
}

const addressOf = ({ path: at, params }: Pick<Call, 'path' | 'params'>) => `${at}?${new URLSearchParams(params).toString()}`

type Row = Readonly<Record<string, unknown>>
interface Page {
  rows: Row[]
  pagination: { total_results: number }
}

const day = 86_400

/** Periods relative to now: recent, older and distant, short and long. */
function periods(now: number) {
  const since = (daysAgo: number, days: number) => ({ from: now - daysAgo * day, to: now - (daysAgo - days) * day })
  return { 'last month': since(30, 31), 'month long ago': since(900, 30), 'year long ago': since(1100, 365), all: since(4000, 4001) }
}

async function callsTo(client: Client, list: List): Promise<Call[]> {
  const rows = await sampleOf(client, list)
  const ask = (filter: string, value: string) => client.get<Page>(addressOf({ path: list.path, params: { [filter]: value } }))
  const known = new Map<string, { label: string; value: string }[]>()
  for (const [filter, schema] of Object.entries(list.spec.filters)) {
    if (filter.startsWith('search')) known.set(filter, termsOf(rows))
    else known.set(filter, await occurring(filter, schema as z.ZodType, rows, ask))
  }
  const now = Math.floor(Date.now() / 1000)
  const choices = rows.length === 0 ? [] : choicesOf(list, (_, filter) => known.get(filter) ?? [], periods(now))
  return callsOf(list, choices)
}

/** Rows from pages spread over the list. Customers include fields that only their own call returns. */
async function sampleOf(client: Client, list: List): Promise<Row[]> {
  const pages = await Promise.all(
    [1, 9, 40].map((page) => client.get<Page>(addressOf({ path: list.path, params: { page: String(page), perPage: '150' } }))),
  )
  const rows = pages.flatMap((page) => page.rows)
  const details = await Promise.all(
    list.path === '/customers' ? rows.slice(0, 60).map(({ id }) => client.get<Row>(`/customers/${String(id)}`)) : [],
  )
  return [...rows, ...details]
}

/** Columns whose name differs from their filter's. */
const columns: Readonly<Record<string, string>> = {
  customer: 'user',
  stripePaymentMethodType: 'paymentType',
  paymentMethod: 'lastPaymentMethod',
  actor: 'actorEmail',
  invoiceId: 'id',
  whole: 'url',
  paymentId: 'id',
  owner: 'user',
  user: 'user',
  scansFrom: 'scans',
  scansTo: 'scans',
  revenueFrom: 'totalRevenue',
  revenueTo: 'totalRevenue',
}

function valueIn(row: Row, filter: string): unknown {
  if ((filter === 'year' || filter === 'number') && typeof row['createdAt'] === 'number') {
    const year = new Date(row['createdAt'] * 1000).getUTCFullYear()
    // Lists do not show invoice numbers, but each year begins with this one.
    return filter === 'year' ? year : `${year}-000001`
  }
  if (filter.startsWith('amount')) return row['amount'] ?? row['total']
  return row[columns[filter] ?? filter] ?? row[filter] ?? (filter === 'user' ? (row['userId'] ?? row['customer']) : undefined)
}

/** The most frequent, a middling and the rarest value that has matches. */
async function occurring(filter: string, schema: z.ZodType, rows: readonly Row[], ask: (filter: string, value: string) => Promise<Page>) {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const value = valueIn(row, filter)
    if (typeof value === 'string' || typeof value === 'number') counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  }
  const allowed = allowedBy(schema)
  const isOpen = allowed.length === 0
  if (filter === 'month') return [{ label: 'a month', value: '6' }]
  const ranked = (isOpen ? [...counts.keys()] : allowed).toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  const found: { value: string; total: number }[] = []
  for (const value of isOpen ? [ranked[0], ranked[Math.floor(ranked.length / 2)], ranked.at(-1)] : ranked) {
    if (value === undefined) continue
    const total = (await ask(filter, value)).pagination.total_results
    if (total > 0) found.push({ value, total })
  }
  found.sort((a, b) => b.total - a.total)
  const [first, middle, last] = [found[0], found[Math.floor(found.length / 2)], found.at(-1)]
  const labelled = { frequent: first, middling: middle, rare: last }
  const seen = new Set<string>()
  return Object.entries(labelled).flatMap(([label, chosen]) => {
    if (chosen === undefined || seen.has(chosen.value)) return []
    seen.add(chosen.value)
    return [{ label, value: chosen.value }]
  })
}

/** Search terms from a row: whole values, four letters and two letters of them. */
function termsOf(rows: readonly Row[]) {
  const row = rows[Math.floor(rows.length / 2)] ?? {}
  const fields = ['email', 'fullName', 'uri', 'url', 'name', 'domain', 'hostname']
  return fields.flatMap((field) => {
    const value = rows.map((each) => each[field]).find((text) => typeof text === 'string' && text.length > 6) ?? row[field]
    if (typeof value !== 'string' || value.length < 3) return []
    const whole = { label: `whole ${field}`, value: value.slice(0, 25) }
    return [whole, { label: `part of ${field}`, value: value.slice(1, 5).trim() }, { label: `start of ${field}`, value: value.slice(0, 2) }]
  })
}
