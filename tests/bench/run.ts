import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { type ApiSubject, type Growth, growthSamples, listPagesRow, lookUpRow, sampleEmails } from './api-rows.ts'
import { bareRow } from './bare/row.ts'
import { launchBrowser } from './browser.ts'
import { chartRow } from './chart-row.ts'
import { commandsRow } from './command-rows.ts'
import { commitMeasured, type Datasets, openDatasets } from './dataset.ts'
import { printGrowth } from './growth.ts'
import { liveRow } from './live-row.ts'
import { changingDashboardRow, timelineRow } from './load-rows.ts'
import { heapRow, rowElementsRow } from './long-visit-rows.ts'
import { milliseconds, ratio } from './measure.ts'
import { noticeRow } from './notice-row.ts'
import { coldListRow, firstPasteRow, nextPageRow, pasteToCustomerRow } from './page-rows.ts'
import { paletteKeyRow, paletteOpensRow } from './palette-rows.ts'
import { asMarkdown, asText, machineLine, type Row } from './report.ts'
import { sealingRow } from './sealing-row.ts'
import { startServer } from './server.ts'
import { sizeRows } from './size-rows.ts'
import { type StatsReads, statsReads, statsRow } from './stats-row.ts'
import { stripeRow } from './stripe-row.ts'
import { invoiceZipRow } from './zip-row.ts'

/**
 * `npm run bench` measures the budgets of 'Fast' and writes docs/bench.md. With one of these options it writes nothing:
 *
 * - `--quick`: a smoke check
 * - `--api`, `--browser`: only the server, only the console
 * - `--growth`: every list of the contract at two sizes, 10,000 and 1,000,000 customers or those given (`--growth 10000,200000`,
 *   or addresses of two databases); `--only /qrs` selects lists
 * - `--stripe`: the backfill of 100,000 objects from a stand-in
 * - `--live`: open consoles
 * - `--commands`: every command of the registry, of which the other runs take a part
 */
const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    api: { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    stripe: { type: 'boolean', default: false },
    live: { type: 'boolean', default: false },
    commands: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    customers: { type: 'string' },
  },
  allowPositionals: true,
})
const isQuick = values.quick
const large = Number(values.customers ?? (isQuick ? 1000 : 200_000))
const small = isQuick ? 200 : 10_000
/** The quick check does a tenth of the runs. */
const runs = (usual: number) => (isQuick ? Math.max(5, Math.ceil(usual / 10)) : usual)

async function measure(): Promise<{ rows: Row[]; facts: string[] }> {
  const datasets = await openDatasets()
  try {
    const rows = await rowsWanted(datasets)
    const commit = commitMeasured()
    return {
      rows,
      facts: [
        `Machine: ${machineLine()}${commit === null ? '' : `, commit ${commit}`}.`,
        `Data: ${large} made-up customers with their QRs, payments and invoices on PostgreSQL ${datasets.version}; for growth also ${small}.`,
        'Server, database, browser and measuring program share the machine. Times are of the console as `npm start` builds it.',
      ],
    }
  } finally {
    await datasets.stop()
  }
}

async function rowsWanted(datasets: Datasets): Promise<Row[]> {
  if (values.stripe) return [await stripeRow(datasets)]
  if (values.live) return [await liveRow(await datasets.withCustomers(small), isQuick ? 5 : 60)]
  if (values.commands) return onServer(await datasets.withCustomers(large), everyCommandRow)
  if (values.api) return onServer(await datasets.withCustomers(large), loadRows)
  if (values.browser) return onServer(await datasets.withCustomers(large), browserRows)
  return allRows(datasets)
}

async function allRows(datasets: Datasets): Promise<Row[]> {
  const [largeUrl, smallUrl] = [await datasets.withCustomers(large), await datasets.withCustomers(small)]
  const rows: Row[] = []
  const server = await startServer(largeUrl)
  const subject: ApiSubject = { server, databaseUrl: largeUrl, customers: large }
  let atLarge: Growth & StatsReads
  try {
    rows.push(...(await browserRows(subject)))
    rows.push(...(await loadRows(subject)))
    rows.push(await invoiceZipRow(server, largeUrl, isQuick ? 200 : 10_000))
    atLarge = { ...(await growthSamples(subject, runs(200))), ...(await statsReads(server, runs(100))) }
  } finally {
    await server.stop()
  }
  const atSmall = await smallGrowth(smallUrl)
  rows.push(await liveRow(smallUrl, isQuick ? 5 : 60))
  rows.push(await noticeRow(smallUrl, isQuick ? 5 : 100))
  rows.push(await sealingRow(smallUrl, isQuick ? 1 : 5))
  return [...rows, growthRow(atSmall, atLarge), searchGrowthRow(atSmall, atLarge), statsRow({ small, large }, atSmall, atLarge)]
}

async function onServer(databaseUrl: string, measureRows: (subject: ApiSubject) => Promise<Row[]>): Promise<Row[]> {
  const server = await startServer(databaseUrl)
  try {
    return await measureRows({ server, databaseUrl, customers: large })
  } finally {
    await server.stop()
  }
}

async function everyCommandRow({ server, databaseUrl }: ApiSubject): Promise<Row[]> {
  const browser = await launchBrowser()
  try {
    return [await commandsRow(browser, server, databaseUrl, 1)]
  } finally {
    await browser.close()
  }
}

const loadRows = async (subject: ApiSubject): Promise<Row[]> => [
  await lookUpRow(subject, runs(600)),
  await listPagesRow(subject, runs(60)),
  await bareRow(subject, isQuick ? 0.4 : 4),
  await timelineRow(subject, runs(200)),
  await changingDashboardRow(subject, runs(100)),
]

async function browserRows(subject: ApiSubject): Promise<Row[]> {
  const browser: Browser = await launchBrowser()
  const people = await sampleEmails(subject.databaseUrl, runs(60))
  const { server } = subject
  try {
    return [
      await paletteKeyRow(browser, server, runs(6)),
      await paletteOpensRow(browser, server, runs(60)),
      await pasteToCustomerRow(browser, server, people),
      await firstPasteRow(browser, server, people),
      await rowElementsRow(browser, server),
      await commandsRow(browser, server, subject.databaseUrl, isQuick ? 30 : 3),
      await heapRow(browser, server, people, runs(500)),
      await nextPageRow(browser, server, runs(60)),
      await chartRow(browser, server, runs(60)),
      await coldListRow(browser, server, 1, runs(20)),
      await coldListRow(browser, server, 4, runs(10)),
      ...(await sizeRows()),
    ]
  } finally {
    await browser.close()
  }
}

async function smallGrowth(databaseUrl: string): Promise<Growth & StatsReads> {
  const server = await startServer(databaseUrl)
  try {
    return { ...(await growthSamples({ server, databaseUrl, customers: small }, runs(200))), ...(await statsReads(server, runs(100))) }
  } finally {
    await server.stop()
  }
}

/** 'Flat' means that 20 times the customers take at most 1.5 times as long, which is within the noise between two runs. */
const flat = 1.5

function growthRow(atSmall: Growth, atLarge: Growth): Row {
  const growth = { lookUp: atLarge.lookUp / atSmall.lookUp, page: atLarge.page / atSmall.page, qrs: atLarge.qrs / atSmall.qrs }
  return {
    what: `cost of growth, ${small} → ${large} customers`,
    budget: `flat (≤ ${flat}×)`,
    measured: `look-up ${ratio(growth.lookUp)}, first page ${ratio(growth.page)}, QRs ${ratio(growth.qrs)}`,
    isMet: Object.values(growth).every((times) => times <= flat),
    note: `medians through the API on both databases: look-up ${milliseconds(atSmall.lookUp)} → ${milliseconds(atLarge.lookUp)}, first page of customers ${milliseconds(atSmall.page)} → ${milliseconds(atLarge.page)}, of QRs ${milliseconds(atSmall.qrs)} → ${milliseconds(atLarge.qrs)}.`,
  }
}

/** The ceiling for a name search, which finds more rows in a larger table, up to the 10,000 that a list counts. */
const maxMsForNames = 50

function searchGrowthRow(atSmall: Growth, atLarge: Growth): Row {
  const growth = { uri: atLarge.uri / atSmall.uri, uriPart: atLarge.uriPart / atSmall.uriPart }
  const change = (before: number, after: number) => `${milliseconds(before)} → ${milliseconds(after)}`
  return {
    what: `cost of growth of QR search, ${small} → ${large} customers`,
    budget: `uri flat (≤ ${flat}×), name ≤ ${maxMsForNames} ms`,
    measured: `whole uri ${ratio(growth.uri)}, part of one ${ratio(growth.uriPart)}, name ${milliseconds(atLarge.name)}`,
    isMet: Object.values(growth).every((times) => times <= flat) && atLarge.name <= maxMsForNames,
    note:
      `medians through the API on both databases, with terms taken from QRs spread over all: whole uri ${change(atSmall.uri, atLarge.uri)}, ` +
      `four characters out of one ${change(atSmall.uriPart, atLarge.uriPart)}, a name that occurs ${change(atSmall.name, atLarge.name)}. ` +
      'Made-up names come from one pool, so that on the larger database each is found many times more often.',
  }
}

if (values.growth) {
  await printGrowth(positionals[0] ?? '10000,1000000', values.only)
} else {
  const { rows, facts } = await measure()
  console.log(`\n${facts.join('\n')}\n\n${asText(rows)}\n`)
  if (isQuick || values.api || values.browser || values.stripe || values.live || values.commands)
    console.log(
      `${rows.map(({ what, note }) => `- **${what}**: ${note}`).join('\n')}\n\nNot all was measured: docs/bench.md is left as it is.`,
    )
  else {
    const file = path.resolve(import.meta.dirname, '../../docs/bench.md')
    writeFileSync(file, asMarkdown(rows, facts, readFileSync(file, 'utf8')))
  }
}
