import { Stripe } from 'stripe'
import { addDays, earliestDay, startOfDay } from '../../../src/contract/dates.ts'
import type { Database } from '../../db/connect.ts'
import { withDatabase } from '../../db/with-database.ts'
import { ApiError } from '../../http/errors.ts'
import { openStripe, StripeProvider, usualExternalIdKey } from '../../outside/payments/stripe/adapter.ts'
import { asProviderError } from '../../outside/payments/stripe/states.ts'
import { messageOf, print, readArguments, runCommand } from '../../process/command-line.ts'
import { loadConfig } from '../../process/config.ts'
import { StartError } from '../../process/start-error.ts'
import { Rates } from '../../resources/payments/rates.ts'
import { compare } from './check.ts'
import { outcomes, type Sync } from './objects.ts'
import { patientFetch } from './patient-fetch.ts'
import { Plans } from './plans.ts'
import { runSync, type SyncResult, sumOf } from './run.ts'

const usage = `Usage: npm run stripe-sync -- [--since 2024-01-01] [--rate usd=0.92]…
Takes in from Stripe: coupons, customers, payments with refunds, invoices, disputes and warnings, and subscriptions. A run that was
stopped goes on where it was; one that is run again changes nothing twice. Ends with 1 if something was left out.
       npm run stripe-sync -- --check [--since 2024-01-01]
Compares both sides by month and currency and writes nothing. Ends with 1 if anything differs.
  --since  the day from which on payments count; customers and subscriptions are read in whole
  --rate   euros for one unit of a currency that Stripe does not settle in euros`

/** Requests per second. Half of what Stripe allows in live mode; the server and the product need the rest. */
const paces = { live: 50, test: 20 } as const
/** Milliseconds for one request with all its retries. */
const timeoutMs = 30 * 60_000
const progressMs = 5_000

async function main(): Promise<void> {
  const { since, isCheck, rates } = readOptions()
  const config = loadConfig(process.env)
  if (config.stripe === null) throw new StartError('STRIPE_SECRET_KEY is not set. Set it as for the server, and run the command again.')
  const isLive = config.stripe.secretKey.includes('_live_')
  const options = { ...config.stripe, timeoutMs, fetch: patientFetch({ perSecond: isLive ? paces.live : paces.test }) }
  const stripe = openStripe(options)
  const payments = new StripeProvider({ ...options, dashboardUrl: config.paymentProviderUrl })
  const externalIdKey = config.stripe.externalIdKey ?? usualExternalIdKey
  await withDatabase(config, async (database) => {
    if (isCheck) return check(database, stripe, since)
    const now = () => Math.floor(Date.now() / 1000)
    const sync = { database, stripe, payments, now, rates: new Rates(rates), plans: new Plans(stripe), externalIdKey }
    report(await runWithSignals(sync, since))
  })
}

async function check({ patient }: Database, stripe: Stripe, since: number | null): Promise<void> {
  const compared = await compare(patient.orm, stripe, since)
  const differences = compared.differences()
  for (const line of differences) print(line)
  if (differences.length === 0) return print(`Both sides agree on ${compared.size} figures.`)
  print(`${differences.length} of ${compared.size} figures differ.`)
  process.exitCode = 1
}

function readOptions() {
  const { values } = readArguments(usage, {
    options: { since: { type: 'string' }, check: { type: 'boolean' }, rate: { type: 'string', multiple: true } },
  })
  const { since, check = false, rate = [] } = values
  const rates = new Map<string, number>()
  for (const text of rate) {
    const [, currency, euros] = /^([a-z]{3})=(\d{1,6}(?:\.\d{1,12})?)$/.exec(text.toLowerCase()) ?? []
    if (currency === undefined || Number(euros) === 0)
      throw new StartError(`--rate ${text} is not a rate; write it like usd=0.92.\n${usage}`)
    rates.set(currency, Number(euros))
  }
  const isDay = since === undefined || (/^\d{4}-\d{2}-\d{2}$/.test(since) && addDays(since, 0) === since && since >= earliestDay)
  if (!isDay) throw new StartError(`--since ${since} must be a day from ${earliestDay} on, written like 2024-01-01.\n${usage}`)
  return { since: since === undefined ? null : startOfDay(since), isCheck: check, rates }
}

function runWithSignals(sync: Sync, since: number | null): Promise<SyncResult> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const startedAt = Date.now()
  let printedAt = startedAt
  return runSync(sync, {
    since,
    signal: stop.signal,
    onResume: (name, read) => print(`${name}: goes on after ${read}.`),
    onProgress: (name, read) => {
      if (Date.now() - printedAt < progressMs) return
      printedAt = Date.now()
      process.stderr.write(`${name}: ${read} read, ${Math.round((printedAt - startedAt) / 1000)} s\n`)
    },
  })
}

/** Prints the reconciliation. Objects of payments that match no customer are only counted; the payment itself is listed. */
function report({ counts, leftOut, isWhole }: SyncResult): void {
  for (const [name, objects] of leftOut) {
    for (const [id, reason] of Object.entries(objects)) print(`${name} ${id}: ${reason}.`)
    const { unmatched = 0, refused = 0 } = counts.get(name) ?? {}
    const unnamed = unmatched + refused - Object.keys(objects).length
    if (Object.keys(objects).length > 0 && unnamed > 0) print(`${name}: … and ${unnamed} more.`)
    if (Object.keys(objects).length > 0) process.exitCode = 1
  }
  for (const [name, count] of counts)
    print(`${name}: ${sumOf(count)} read: ${outcomes.map((outcome) => `${count[outcome]} ${outcome}`).join(', ')}.`)
  if (isWhole) return
  print('Stopped. The same command goes on where it was.')
  process.exitCode = 1
}

/** Stripe's own messages may contain the key, and are not meant for users. */
function describe(error: unknown): string {
  const goesOn = 'What was taken in so far is stored; the same command goes on from there.'
  if (error instanceof Stripe.errors.StripeError) return `${asProviderError(error).message} ${goesOn}`
  if (error instanceof ApiError) return `${error.cause instanceof Error ? error.cause.message : error.message} ${goesOn}`
  return messageOf(error)
}

runCommand(main, describe)
