import type { z } from 'zod'
import { type CustomerBulk, noteWith, type runCustomerBulk, whyNotBulkCustomer } from '../../../src/contract/customer-bulk.ts'
import { formatDate } from '../../../src/contract/dates.ts'
import { readBatch } from '../../audit/batch.ts'
import { judgeChanges } from '../../audit/judge.ts'
import { type Actor, type AuditEntry, writeAudits } from '../../audit/write.ts'
import type { Db } from '../../db/connect.ts'
import { ApiError } from '../../http/errors.ts'
import type { AppContext } from '../../outside/context.ts'
import { endAppSessions } from './account.ts'
import { actAtProvider, mattersOf } from './at-provider.ts'
import { writeFlags } from './change.ts'
import { applyNotes, type NoteFields, readNotes } from './note.ts'
import { customerNotFound } from './queries.ts'
import { type LockedCustomer, readCustomers } from './rules.ts'
import { extendedTrial, extendTrial } from './subscription.ts'
import { syncCustomer } from './sync.ts'

/** Changes only to our own database; each part is one transaction. */
type OwnChange = Exclude<CustomerBulk, ProviderChange>
/** Changes for which the payment provider is asked, one customer at a time. */
type ProviderChange = Extract<CustomerBulk, { action: 'extend-trial' | 'sync' }>

type Run = z.output<typeof runCustomerBulk.body>
type Writer = Actor & { staff: { name: string } }

interface BulkRow {
  id: number
  /** Null: possible, or done. */
  refusal: string | null
  /** Why it isn't known to be done; may be tried again. */
  failure?: string
}

/** What would happen to each customer; read-only. */
export async function previewBulk({ database: { orm }, now }: AppContext, change: CustomerBulk, ids: readonly number[]) {
  const wanted = [...new Set(ids)]
  const { customers, notes, refusalOf } = await look(orm, change, wanted, { lock: false })
  const rows = wanted.map((id) => {
    const customer = customers.get(id)
    const refusal = refusalOf(id)
    if (customer === undefined) return { id, name: '', uri: '', refusal }
    const effect = refusal === null ? effectOf(change, customer, notes.get(id), now()) : undefined
    return { id, name: customer.name, uri: customer.email, refusal, version: customer.version, ...(effect === undefined ? {} : { effect }) }
  })
  return { rows }
}

/** What a possible change does to this customer in particular. */
function effectOf(change: CustomerBulk, customer: LockedCustomer, note: NoteFields | undefined, now: number): string | undefined {
  if (change.action === 'note') {
    if (note?.createdAt == null) return 'becomes the note'
    return `added below the note by ${note.authorName ?? 'nobody known'} of ${formatDate(note.createdAt)}`
  }
  if (change.action !== 'extend-trial') return undefined
  const [from, to] = [customer.triallingEndsAt ?? customer.stripeTrialEnd, extendedTrial(customer, change.days, now)]
  return from === null ? `until ${formatDate(to)}` : `${formatDate(from)} → ${formatDate(to)}`
}

/**
 * Runs one part of a bulk change; refused customers get a reason. Customers that this batch already changed count
 * as done, so a part may be sent again.
 */
export function runBulk(context: AppContext, actor: Writer, { batch, change, ids, versions }: Run): Promise<{ rows: BulkRow[] }> {
  if (change.action === 'extend-trial' || change.action === 'sync')
    return runAtProvider(context, actor, batch, change, new Map(ids.map((id, index) => [id, versions?.[index]])))
  return runHere(context, actor, batch, change, [...new Set(ids)])
}

async function runHere({ database: { orm }, now }: AppContext, actor: Writer, batch: string, change: OwnChange, ids: number[]) {
  return orm.transaction(async (tx) => {
    // If the same part is sent twice concurrently, the second request waits here and then finds everything done.
    const { notes, refusalOf } = await look(tx, change, ids, { lock: true })
    const done = await readBatch(tx, actor, batch, 'customer', ids)
    const rows = ids.map((id): BulkRow => ({ id, refusal: done.has(id) ? null : refusalOf(id) }))
    const possible = rows.flatMap(({ id, refusal }) => (refusal === null && !done.has(id) ? [id] : []))
    const at = now()
    const effects = await write(tx, change, possible, notes, { actor, now: at })
    const shared = { ...actor, now: at, targetType: 'customer', reversible: true, batch }
    await writeAudits(
      tx,
      effects.map((effect): AuditEntry => ({ ...shared, ...effect })),
    )
    return { rows }
  })
}

type Effect = Required<Pick<AuditEntry, 'action' | 'targetId' | 'before' | 'after'>>

/** Writes the change to locked customers for whom it is possible. */
async function write(
  tx: Db,
  change: OwnChange,
  ids: readonly number[],
  notes: ReadonlyMap<number, NoteFields>,
  { actor, now }: { actor: Writer; now: number },
): Promise<Effect[]> {
  if (change.action === 'note') {
    const author = { createdAt: now, authorId: actor.staff.id, authorName: actor.staff.name }
    const written = new Map(ids.map((id) => [id, { ...author, note: noteWith(notes.get(id)?.note ?? null, change.text) }]))
    await applyNotes(tx, written)
    return ids.map((id) => ({ action: 'note.write', targetId: id, before: { ...notes.get(id) }, after: { ...written.get(id) } }))
  }
  const [flag, to] = flags[change.action]
  await writeFlags(tx, ids, { [flag]: to }, now)
  if (change.action === 'ban') await endAppSessions(tx, ids, now)
  return ids.map((id) => ({ action: `customer.${change.action}`, targetId: id, before: { [flag]: !to }, after: { [flag]: to } }))
}

const flags = {
  ban: ['banned', true],
  unban: ['banned', false],
  whitelist: ['whitelisted', true],
  unwhitelist: ['whitelisted', false],
} as const

/** Runs the single action for each customer. One that fails doesn't stop the others. */
async function runAtProvider(
  context: AppContext,
  actor: Actor,
  batch: string,
  change: ProviderChange,
  versions: ReadonlyMap<number, number | undefined>,
): Promise<{ rows: BulkRow[] }> {
  const { orm } = context.database
  const ids = [...versions.keys()]
  const done = await readBatch(orm, actor, batch, 'customer', ids)
  // All together, before the provider is asked about the first.
  const { customers, refusalOf } = await look(orm, change, ids, { lock: false })
  const possible = ids.flatMap((id) => (done.has(id) || refusalOf(id) !== null ? [] : (customers.get(id) ?? [])))
  await judgeChanges(
    orm,
    possible.map((customer) => ({
      action: `customer.${change.action}`,
      targetType: 'customer',
      targetId: customer.id,
      ...(change.action === 'sync' ? {} : { before: mattersOf(customer) }),
    })),
    { isMade: false },
  )
  const rows: BulkRow[] = []
  for (const id of ids) rows.push(done.has(id) ? { id, refusal: null } : await one(id))
  return { rows }

  async function one(id: number): Promise<BulkRow> {
    try {
      if (change.action === 'sync') await syncCustomer(context, actor, id, batch)
      else await actAtProvider(context, actor, id, extendTrial(change.days, context.now()), { version: versions.get(id), batch })
      return { id, refusal: null }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The same part may have been sent twice, and the other request did it.
      if ((await readBatch(orm, actor, batch, 'customer', [id])).has(id)) return { id, refusal: null }
      return error.code.startsWith('provider_') ? { id, refusal: null, failure: error.message } : { id, refusal: error.message }
    }
  }
}

/** The customers, their notes if the change needs them, and the rule's verdict on each. */
async function look(db: Db, change: CustomerBulk, ids: readonly number[], options: { lock: boolean }) {
  const customers = await readCustomers(db, ids, options)
  const notes = change.action === 'note' ? await readNotes(db, ids) : new Map<number, NoteFields>()
  const refusalOf = (id: number) => {
    const customer = customers.get(id)
    return customer === undefined ? customerNotFound(id).message : whyNotBulkCustomer(change, customer, notes.get(id)?.note ?? null)
  }
  return { customers, notes, refusalOf }
}
