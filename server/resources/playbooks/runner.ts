import { randomUUID } from 'node:crypto'
import { and, desc, eq, lte, notInArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { playbookRuns, type StoredStep } from '../../db/schema/playbooks.ts'
import { auditLog } from '../../db/schema/staff.ts'
import { asPerson } from '../../http/access/as-person.ts'
import { apiBase } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { type Run, versionOf } from './runs.ts'

/** Seconds until another server may carry on a run that nobody renews: longer than any call takes. */
const lease = 60

declare module 'fastify' {
  interface FastifyInstance {
    playbookRunner: PlaybookRunner
  }
}

const Replied = z.object({ success: z.boolean().optional(), auditId: z.number().nullish(), undoable: z.boolean().optional() })
const Refused = z.object({ message: z.string() })

type Ended = Partial<Pick<StoredStep, 'auditId' | 'undoable' | 'message'>> & { state: 'done' | 'failed' }

/**
 * Carries on runs, one step after the other, by calls of this server's own routes as the person: with their permissions, rules, limits
 * and audit rows. A step is stored as running before its call, and with its outcome afterwards. A step that was running when its
 * server was killed is looked up by its audit row, which is written with the change, and else sent again as it was: what such a call
 * does outside the database, it does once, by its idempotency key.
 */
export class PlaybookRunner {
  readonly #app: FastifyInstance
  readonly #context: AppContext
  readonly #running = new Set<Promise<void>>()
  /** The keys of runs that are carried on here, or wait for their turn. */
  readonly #queued = new Set<string>()
  #isStopping = false

  constructor(app: FastifyInstance, context: AppContext) {
    this.#app = app
    this.#context = context
  }

  /** Carries on runs in the background, one after the other, unless somebody else does. A failure of the database leaves it to `resume`. */
  begin(keys: readonly string[]): void {
    for (const key of keys) this.#queued.add(key)
    const carried = this.#inTurn(keys).finally(() => this.#running.delete(carried))
    this.#running.add(carried)
  }

  async #inTurn(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#carryOn(key).catch((error: unknown) =>
        this.#app.log.error({ err: error, run: key }, 'a playbook could not be carried on'),
      )
      this.#queued.delete(key)
    }
  }

  /** Begins what is due: runs of a server that is gone, and those that had to wait. */
  async resume(): Promise<void> {
    const { database, now } = this.#context
    const due = await database.orm
      .select({ key: playbookRuns.key })
      .from(playbookRuns)
      .where(and(eq(playbookRuns.state, 'running'), lte(playbookRuns.leaseUntil, now()), notInArray(playbookRuns.key, [...this.#queued])))
      .limit(20)
    for (const { key } of due) this.begin([key])
  }

  /** Nobody else runs on the embedded database, so whatever is running there was this server's, before it was killed. */
  async takeOver(): Promise<void> {
    const { database } = this.#context
    if (database.kind === 'embedded')
      await database.orm.update(playbookRuns).set({ leaseUntil: 0, runner: null }).where(eq(playbookRuns.state, 'running'))
  }

  /** Waits for the steps in progress and begins no other: another server, or the next start, goes on. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.settled()
  }

  /** Resolves once no run is carried on here any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#running)
  }

  async #carryOn(key: string): Promise<void> {
    const { database, now } = this.#context
    const runner = randomUUID()
    const [claimed] = await database.orm
      .update(playbookRuns)
      .set({ runner, leaseUntil: now() + lease })
      .where(and(eq(playbookRuns.key, key), eq(playbookRuns.state, 'running'), lte(playbookRuns.leaseUntil, now())))
      .returning()
    let run: Run | undefined = claimed
    while (run?.state === 'running') {
      if (this.#isStopping) return void (await this.#store(run, runner, { leaseUntil: 0 }))
      run = await this.#next(run, runner)
    }
  }

  /** Takes one step; the run afterwards, or nothing if it waits or somebody else has it. */
  async #next(run: Run, runner: string): Promise<Run | undefined> {
    const index = run.steps.findIndex(({ state }) => state === 'waiting' || state === 'running')
    const step = run.steps[index]
    if (!step) return this.#store(run, runner, { state: 'done', leaseUntil: 0 })
    const wasRunning = step.state === 'running'
    const known = wasRunning ? await this.#lookUp(run, index) : null
    if (known) return this.#ended(run, runner, index, known)
    const sent = wasRunning ? step : { ...step, state: 'running' as const, body: basedOn(run, step) }
    const held = await this.#store(run, runner, { steps: run.steps.with(index, sent), leaseUntil: this.#context.now() + lease })
    if (!held) return undefined
    const outcome = await this.#send(held, index, sent)
    if ('retryAfter' in outcome) {
      await this.#store(held, runner, { leaseUntil: this.#context.now() + outcome.retryAfter })
      return undefined
    }
    const isUnknown = wasRunning && outcome.state === 'failed'
    return this.#ended(held, runner, index, isUnknown ? { ...outcome, message: maybeDone(outcome.message) } : outcome)
  }

  async #ended(run: Run, runner: string, index: number, outcome: Ended): Promise<Run | undefined> {
    const steps = run.steps.map((step, at) => (at === index ? { ...step, ...outcome } : step))
    const isStopped = outcome.state === 'failed'
    const customerVersion = await versionOf(this.#context.database.orm, run.customerId)
    return this.#store(run, runner, {
      steps,
      customerVersion,
      ...(isStopped ? { state: 'stopped' as const, leaseUntil: 0 } : { leaseUntil: this.#context.now() + lease }),
    })
  }

  /** Stores a change of the run, unless somebody else has taken it over. */
  async #store(run: Run, runner: string, changed: Partial<Run>): Promise<Run | undefined> {
    const [stored] = await this.#context.database.orm
      .update(playbookRuns)
      .set(changed)
      .where(and(eq(playbookRuns.id, run.id), eq(playbookRuns.runner, runner)))
      .returning()
    return stored
  }

  async #lookUp({ key }: Run, step: number): Promise<Ended | null> {
    const [row] = await this.#context.database.orm
      .select({ id: auditLog.id, reversible: auditLog.reversible })
      .from(auditLog)
      .where(and(eq(auditLog.batch, key), eq(auditLog.step, step)))
      .orderBy(desc(auditLog.id))
      .limit(1)
    return row ? { state: 'done', auditId: row.id, undoable: row.reversible, message: null } : null
  }

  async #send({ key, staffId, ip }: Run, step: number, { method, path, body }: StoredStep): Promise<Ended | { retryAfter: number }> {
    if (staffId === null) return { state: 'failed', message: 'The account that ran this playbook is gone.' }
    const reply = await asPerson({ staffId, step: { batch: key, step } }, () =>
      this.#app.inject({
        method,
        url: apiBase + path,
        remoteAddress: ip,
        headers: { 'sec-fetch-site': 'same-origin' },
        ...(method === 'DELETE' ? {} : { payload: body }),
      }),
    )
    // Whether it was done is looked up before it is sent again.
    if (reply.statusCode === 503 || reply.statusCode === 429) return { retryAfter: Math.max(1, Number(reply.headers['retry-after']) || 1) }
    const json: unknown = String(reply.headers['content-type']).includes('json') ? reply.json() : null
    const replied = Replied.safeParse(json).data
    if (reply.statusCode < 400 && replied && replied.success !== false)
      return { state: 'done', auditId: replied.auditId ?? null, undoable: replied.undoable === true, message: null }
    return { state: 'failed', message: Refused.safeParse(json).data?.message ?? 'Something went wrong.' }
  }
}

/** The body, based on what the run's own steps made of the customer. */
const basedOn = ({ customerVersion }: Run, { body }: StoredStep) =>
  customerVersion !== null && 'version' in body ? { ...body, version: customerVersion } : body

const maybeDone = (message: string | null | undefined) =>
  `The server was stopped during this step: whether it was done isn’t known. Tried again: ${message ?? ''}`
