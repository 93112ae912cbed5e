import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, type GaugeConfiguration, Histogram, Registry } from 'prom-client'
import type { Database } from '../../db/connect.ts'
import { type JobRound, jobRounds } from '../../process/repeat.ts'
import { type Backlog, readBacklog } from './backlog.ts'

/** Seconds: from a lookup by index to a long export. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const jobBuckets = [0.01, 0.1, 1, 10, 60, 300]

/** Sign-in and second factor: refusals are counted separately. */
const signInPath = /^\/auth\/(login|2fa)/

/** The metrics of a server. All names begin with `quaydesk_`, except those of the process itself. */
export class Measures {
  readonly registry = new Registry()
  readonly #registers = [this.registry]
  readonly #requests = new Histogram({
    name: 'quaydesk_request_duration_seconds',
    help: 'Requests by endpoint, from arrival to the end of the reply',
    labelNames: ['method', 'endpoint', 'status'],
    buckets: requestBuckets,
    registers: this.#registers,
  })
  readonly #refusals = new Counter({
    name: 'quaydesk_sign_in_refusals_total',
    help: 'Refused passwords and codes; 429 by the limits on tries',
    labelNames: ['endpoint', 'status'],
    registers: this.#registers,
  })
  readonly #jobs = new Histogram({
    name: 'quaydesk_job_duration_seconds',
    help: 'Rounds of the work that the server does on its own',
    labelNames: ['job', 'outcome'],
    buckets: jobBuckets,
    registers: this.#registers,
  })
  readonly #jobsDone = new Gauge({
    name: 'quaydesk_job_last_success_timestamp_seconds',
    help: 'When a job last ended a round without a fault',
    labelNames: ['job'],
    registers: this.#registers,
  })

  constructor({ database, now }: { database: Database; now: () => number }) {
    collectDefaultMetrics({ register: this.registry })
    this.#measurePools(database)
    this.#measureBacklog(database, now)
    jobRounds.subscribe(this.#countRound)
  }

  #gauge<Label extends string>(options: Omit<GaugeConfiguration<Label>, 'registers'>): void {
    this.registry.registerMetric(new Gauge({ ...options, registers: [] }))
  }

  #measurePools(database: Database): void {
    const pools = { requests: database.pool, patient: database.patient.pool }
    this.#gauge({
      name: 'quaydesk_pool_connections',
      help: 'Database connections by pool and state; waiting: calls that wait for one',
      labelNames: ['pool', 'state'],
      collect() {
        for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
          this.set({ pool: name, state: 'busy' }, totalCount - idleCount)
          this.set({ pool: name, state: 'idle' }, idleCount)
          this.set({ pool: name, state: 'waiting' }, waitingCount)
        }
      },
    })
    this.#gauge({
      name: 'quaydesk_embedded_queue',
      help: 'Batches of statements that wait for the embedded database; 0 on PostgreSQL',
      collect() {
        this.set(database.queued())
      },
    })
  }

  /** Read from the database once per scrape. All servers on one database report the same. */
  #measureBacklog(database: Database, now: () => number): void {
    let reading: Promise<Backlog | null> | null = null
    const read = () =>
      (reading ??= readBacklog(database.orm, now())
        .catch(() => null)
        .finally(() => {
          reading = null
        }))
    const gauge = (name: string, help: string, valueOf: (backlog: Backlog) => number) =>
      this.#gauge({
        name,
        help,
        async collect() {
          const backlog = await read()
          this.set(backlog === null ? Number.NaN : valueOf(backlog))
        },
      })
    gauge('quaydesk_webhooks_pending', 'Webhooks that have not arrived yet', ({ deliveries }) => deliveries)
    gauge('quaydesk_webhooks_late_seconds', 'How long ago the longest overdue webhook was to be sent', ({ lateSeconds }) => lateSeconds)
    gauge('quaydesk_ingest_waiting_rows', 'Rows of the product that wait for their record, up to 10,000', ({ waitingRows }) => waitingRows)
    gauge('quaydesk_figures_age_seconds', 'How long ago the figures were last known to be complete', ({ figuresAge }) => figuresAge)
    this.#gauge({
      name: 'quaydesk_refunds_pending',
      help: 'Refunds whose outcome is not known yet, by age',
      labelNames: ['age'],
      async collect() {
        for (const [age, count] of Object.entries((await read())?.refunds ?? {})) this.set({ age }, count)
      },
    })
    this.#gauge({
      name: 'quaydesk_database_up',
      help: 'Whether the database answered this scrape',
      async collect() {
        this.set((await read()) === null ? 0 : 1)
      },
    })
  }

  /** @param count returns the number of this server's open streams */
  watchStreams(count: () => number): void {
    this.#gauge({
      name: 'quaydesk_live_streams',
      help: 'Consoles to which this server sends changes',
      collect() {
        this.set(count())
      },
    })
  }

  readonly #countRound = (message: unknown) => {
    const { job, seconds, isDone } = message as JobRound
    this.#jobs.observe({ job, outcome: isDone ? 'done' : 'failed' }, seconds)
    if (isDone) this.#jobsDone.setToCurrentTime({ job })
  }

  /** Counts requests by endpoint of the contract; files and console pages are counted together. */
  countRequests(app: FastifyInstance): void {
    app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
      const endpoint = routeOptions.config.endpoint?.path ?? 'others'
      const status = String(reply.statusCode)
      // A stream's duration only says how long its console was open.
      if (!reply.getHeader('content-type')?.toString().startsWith('text/event-stream'))
        this.#requests.observe({ method, endpoint, status }, reply.elapsedTime / 1000)
      if (signInPath.test(endpoint) && reply.statusCode >= 400) this.#refusals.inc({ endpoint, status })
    })
  }

  /** Stops counting this process's jobs. */
  close(): void {
    jobRounds.unsubscribe(this.#countRound)
    this.registry.clear()
  }
}
