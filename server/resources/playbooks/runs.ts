import { and, eq, sql } from 'drizzle-orm'
import { roleMay } from '../../../src/contract/capabilities.ts'
import { recogniseCall } from '../../../src/contract/playbook-calls.ts'
import type { NewRun, PlaybookRun, PlaybookType, RunCall, RunStep } from '../../../src/contract/playbooks.ts'
import { writeAudit } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { customers } from '../../db/schema/customers.ts'
import { payments } from '../../db/schema/payments.ts'
import { playbookRuns, type StoredStep } from '../../db/schema/playbooks.ts'
import { qrs } from '../../db/schema/qrs.ts'
import type { SignedIn } from '../../http/access/session.ts'
import { ApiError } from '../../http/errors.ts'
import { parse } from '../../http/mount.ts'
import { requireKnownCustomer } from '../customers/known-customer.ts'

export type Run = typeof playbookRuns.$inferSelect

/** A run as its person sees it: without the calls. */
export const shownRun = ({ key, name, type, recordId, state, steps, createdAt }: Run): PlaybookRun => ({
  key,
  name,
  type,
  record: recordId,
  state,
  steps: steps.map(
    ({ command, title, state: done, message, auditId, undoable }): RunStep => ({ command, title, state: done, message, auditId, undoable }),
  ),
  at: createdAt,
})

/** @throws ApiError not_found if there is none, or it is somebody else's */
export async function readRun(db: Db, staffId: number, key: string): Promise<Run> {
  const [run] = await db
    .select()
    .from(playbookRuns)
    .where(and(eq(playbookRuns.key, key), eq(playbookRuns.staffId, staffId)))
  if (!run) throw new ApiError('not_found', 'There is no such run of yours.')
  return run
}

/**
 * Stores runs, ready to be carried on: all, or none. Stores nothing again for a key that is known.
 * @throws ApiError not_found; forbidden; bad_request; unprocessable, if a step changes anything but its record and what is its customer's
 */
export async function startRuns(orm: Orm, actor: RunBy, runs: readonly NewRun[], now: number): Promise<Run[]> {
  const checked: (NewRun & { customerId: number })[] = []
  for (const run of runs) {
    const customerId = await customerOf(orm, run.type, run.record)
    for (const call of run.calls) await requireStep(orm, actor.staff, customerId, call)
    checked.push({ ...run, customerId })
  }
  return orm.transaction(async (tx) => {
    const stored: Run[] = []
    for (const run of checked) stored.push(await store(tx, actor, run, now))
    return stored
  })
}

interface RunBy {
  staff: SignedIn
  ip: string
}

async function store(tx: Db, { staff, ip }: RunBy, run: NewRun & { customerId: number }, now: number): Promise<Run> {
  const { key, name, type, record, calls, customerId } = run
  const steps = calls.map((call): StoredStep => ({ ...call, state: 'waiting', message: null, auditId: null, undoable: false }))
  const person = { staffId: staff.id, staffEmail: staff.email, ip }
  const [stored] = await tx
    .insert(playbookRuns)
    .values({ key, ...person, name, type, recordId: record, customerId, steps, state: 'running', createdAt: now })
    .onConflictDoNothing()
    .returning()
  if (!stored) return readRun(tx, staff.id, key)
  await writeAudit(tx, {
    staff,
    ip,
    now,
    action: 'playbook.run',
    targetType: 'customer',
    targetId: customerId,
    after: { playbook: name, steps: steps.map(({ title }) => title).join('; ') },
    batch: key,
  })
  return stored
}

/** The call itself checks all of this again; a run that can't succeed isn't begun. */
async function requireStep(orm: Orm, staff: SignedIn, customerId: number, call: RunCall): Promise<void> {
  const recognised = recogniseCall(call)
  if (!recognised) throw new ApiError('unprocessable', `‘${call.title}’ is not a change that a playbook can make.`)
  const { endpoint, type, id } = recognised
  if (typeof endpoint.access !== 'object' || !roleMay(staff.rol, endpoint.access.capability))
    throw new ApiError('forbidden', `Your account may not do this: ${call.title}.`)
  parse(endpoint.body, call.body)
  if ((await customerOf(orm, type, id)) !== customerId)
    throw new ApiError('unprocessable', `‘${call.title}’ is on another customer’s ${type}: a playbook stays with one customer.`)
}

/**
 * The customer whose record it is.
 * @throws ApiError not_found
 */
export async function customerOf(db: Db, type: PlaybookType, id: number): Promise<number> {
  if (type === 'customer') {
    await requireKnownCustomer(db, id)
    return id
  }
  const table = type === 'qr' ? qrs : payments
  const [found] = await db.select({ user: table.userId }).from(table).where(eq(table.id, id))
  if (!found) throw new ApiError('not_found', `There is no ${type === 'qr' ? 'QR code' : 'payment'} #${id}.`)
  return found.user
}

/** A customer's version; null if there is no such customer any more. */
export async function versionOf(db: Db, customerId: number): Promise<number | null> {
  const [found] = await db.select({ version: customers.version }).from(customers).where(eq(customers.id, customerId))
  return found?.version ?? null
}

/**
 * Lets a stopped run go on.
 * @param isWithout leaves out the step that failed
 * @throws ApiError not_found; unavailable_action if it did not stop
 */
export async function goOn(orm: Orm, staffId: number, key: string, isWithout: boolean): Promise<Run> {
  return orm.transaction(async (tx) => {
    await tx.execute(sql`select from playbook_runs where key = ${key} for update`)
    const run = await readRun(tx, staffId, key)
    if (run.state !== 'stopped') throw new ApiError('unavailable_action', 'This run did not stop at a step.')
    const steps = run.steps.map((step) =>
      step.state === 'failed' ? { ...step, state: isWithout ? ('left-out' as const) : ('waiting' as const), message: null } : step,
    )
    // Whoever goes on has seen the customer as they are now.
    const customerVersion = await versionOf(tx, run.customerId)
    const changed = { steps, state: 'running' as const, customerVersion, runner: null, leaseUntil: 0 }
    await tx.update(playbookRuns).set(changed).where(eq(playbookRuns.id, run.id))
    return { ...run, ...changed }
  })
}
