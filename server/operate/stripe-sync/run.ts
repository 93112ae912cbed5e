import { eq } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { stripeSyncs } from '../../db/schema/payments.ts'
import { takeCoupons } from './coupons.ts'
import { customerParts, takeCustomers } from './customers.ts'
import { type Outcome, outcomes, type Sync } from './objects.ts'
import { invoiceParts, takeDisputes, takeInvoices, takeRefunds, takeWarnings } from './of-payments.ts'
import { type ListPages, newestFirst, oldestFirst } from './pages.ts'
import { chargesParts, paymentParts, takeCharges, takePayments } from './payments.ts'
import { subscriptionParts, takeSubscriptions } from './subscriptions.ts'

export type Counts = Record<Outcome['result'], number>

interface Run {
  startedAt: number
  since: number | null
}

/** One type of object. */
interface Step {
  /** Its key in `stripe_syncs`. */
  type: string
  /** Its name in the reconciliation. */
  name: string
  /** Stores all its objects, starting after the cursor. */
  walk(sync: Sync, run: Run, cursor: string | null, done: (page: { id: string }[], outcomes: Outcome[]) => Promise<void>): Promise<void>
}

/** Objects per transaction. They block the embedded database for a quarter of a second at most. */
const atOnce = { postgres: 50, embedded: 20 } as const

interface StepOptions<T> {
  type: string
  name?: string
  list: (stripe: Stripe) => ListPages<T>
  take: (sync: Sync, objects: readonly T[], askedAt: number) => Promise<Outcome[]>
  pages: (list: ListPages<T>, run: Run, cursor: string | null) => AsyncGenerator<T[]>
}

function step<T extends { id: string; created: number }>({ type, name = type, list, take, pages }: StepOptions<T>): Step {
  return {
    type,
    name,
    async walk(sync, run, cursor, done) {
      let askedAt = sync.now()
      for await (const page of pages(list(sync.stripe), run, cursor)) {
        const results: Outcome[] = []
        const max = atOnce[sync.database.kind]
        for (let from = 0; from < page.length; from += max) results.push(...(await take(sync, page.slice(from, from + max), askedAt)))
        await done(page, results)
        askedAt = sync.now()
      }
    },
  }
}

const all = <T extends { id: string; created: number }>(list: ListPages<T>, _run: Run, cursor: string | null) =>
  oldestFirst(list, null, cursor)
const since = <T extends { id: string; created: number }>(list: ListPages<T>, run: Run, cursor: string | null) =>
  oldestFirst(list, run.since, cursor)

const listSubscriptions = (stripe: Stripe): ListPages<Stripe.Subscription> => {
  return (params) => stripe.subscriptions.list({ ...params, status: 'all', expand: subscriptionParts })
}

/** Ordered so that each type comes after those it refers to. Customers and subscriptions are current states, so all are read. */
const steps: readonly Step[] = [
  step({ type: 'coupons', list: (stripe) => (params) => stripe.coupons.list(params), take: takeCoupons, pages: all }),
  step({
    type: 'customers',
    list: (stripe) => (params) => stripe.customers.list({ ...params, expand: customerParts }),
    take: takeCustomers,
    pages: all,
  }),
  step({
    type: 'payments',
    list: (stripe) => (params) => stripe.paymentIntents.list({ ...params, expand: paymentParts }),
    take: takePayments,
    pages: since,
  }),
  step({
    type: 'charges',
    list: (stripe) => (params) => stripe.charges.list({ ...params, expand: chargesParts }),
    take: takeCharges,
    pages: since,
  }),
  step({ type: 'refunds', list: (stripe) => (params) => stripe.refunds.list(params), take: takeRefunds, pages: since }),
  step({
    type: 'invoices',
    list: (stripe) => (params) => stripe.invoicePayments.list({ ...params, expand: invoiceParts }),
    take: takeInvoices,
    pages: since,
  }),
  step({ type: 'disputes', list: (stripe) => (params) => stripe.disputes.list(params), take: takeDisputes, pages: since }),
  step({
    type: 'warnings',
    list: (stripe) => (params) => stripe.radar.earlyFraudWarnings.list(params),
    take: takeWarnings,
    pages: since,
  }),
  step({
    type: 'subscriptions',
    list: listSubscriptions,
    take: takeSubscriptions,
    pages: (list, _run, cursor) => newestFirst(list, null, cursor),
  }),
  // Subscriptions created during the run: the pages before went from newest to oldest.
  step({
    type: 'later-subscriptions',
    name: 'subscriptions',
    list: listSubscriptions,
    take: takeSubscriptions,
    pages: (list, run, cursor) => newestFirst(list, run.startedAt, cursor),
  }),
]

export interface SyncOptions {
  /** Unix seconds: only payments from then on are read, with what belongs to them; null for all. */
  since: number | null
  onResume?: (name: string, read: number) => void
  onProgress?: (name: string, read: number) => void
  /** Stops after the current page. */
  signal?: AbortSignal
}

export interface SyncResult {
  /** By type name; includes earlier parts of an interrupted run. */
  counts: Map<string, Counts>
  /** What was left out, by type name: Stripe's id and the reason. */
  leftOut: Map<string, Record<string, string>>
  isWhole: boolean
}

/** The most objects listed per type if they were left out. */
const maxNamed = 1000

/**
 * Stores what Stripe has. The position is saved after each page, so that an interrupted run resumes there. Objects
 * that were stored just before the interruption count as the same.
 */
export async function runSync(sync: Sync, { since, onResume, onProgress, signal }: SyncOptions): Promise<SyncResult> {
  const { orm } = sync.database
  const states = await beginOrResume(sync, since)
  const result: SyncResult = { counts: new Map(), leftOut: new Map(), isWhole: true }
  for (const step of steps) {
    const { type, name } = step
    const state = states.get(type)
    if (!state) throw new Error(`no state of ${type}`)
    const { counts, leftOut } = state
    const note = (columns: Partial<typeof stripeSyncs.$inferInsert>) =>
      orm
        .update(stripeSyncs)
        .set({ counts, leftOut, ...columns })
        .where(eq(stripeSyncs.type, type))
    const from = async (cursor: string | null) =>
      step.walk(sync, state, cursor, async (page, results) => {
        for (const [index, { result, reason }] of results.entries()) {
          counts[result] += 1
          if (reason !== undefined && Object.keys(leftOut).length < maxNamed) leftOut[page[index]?.id ?? ''] = reason
        }
        await note({ cursor: page.at(-1)?.id ?? null })
        onProgress?.(name, sumOf(counts))
        if (signal?.aborted) throw new Stopped()
      })
    try {
      if (state.cursor !== null && state.finishedAt === null) onResume?.(name, sumOf(counts))
      if (state.finishedAt === null) {
        await from(state.cursor).catch(async (error: unknown) => {
          if (!isCursorGone(error)) throw error
          // The object at the cursor was deleted: start over.
          Object.assign(counts, emptyCounts())
          await from(null)
        })
        await note({ finishedAt: sync.now() })
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      result.isWhole = false
    }
    const sum = result.counts.get(name) ?? emptyCounts()
    for (const outcome of outcomes) sum[outcome] += counts[outcome]
    result.counts.set(name, sum)
    result.leftOut.set(name, { ...result.leftOut.get(name), ...leftOut })
    if (!result.isWhole) break
  }
  return result
}

class Stopped extends Error {}

const emptyCounts = (): Counts => Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Counts

export const sumOf = (counts: Counts): number => outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)

function isCursorGone(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    /_(after|before)$/.test(error.param ?? '')
  )
}

interface State extends Run {
  cursor: string | null
  counts: Counts
  leftOut: Record<string, string>
  finishedAt: number | null
}

/** The state of each type: of the interrupted run if it had the same `since`, else of a new one. */
async function beginOrResume({ database: { orm }, now }: Sync, since: number | null): Promise<Map<string, State>> {
  return orm.transaction(async (tx) => {
    const rows = await tx.select().from(stripeSyncs)
    const isWhole = steps.every(({ type }) => rows.some((row) => row.type === type && row.since === since))
    if (!isWhole || rows.every(({ finishedAt }) => finishedAt !== null)) {
      await tx.delete(stripeSyncs)
      const startedAt = now()
      const fresh = () => ({ startedAt, since, cursor: null, counts: emptyCounts(), leftOut: {}, finishedAt: null })
      await tx.insert(stripeSyncs).values(steps.map(({ type }) => ({ type, ...fresh() })))
      return new Map(steps.map(({ type }) => [type, fresh()]))
    }
    return new Map(rows.map(({ type, counts, ...row }) => [type, { ...row, counts: { ...emptyCounts(), ...counts } }]))
  })
}
