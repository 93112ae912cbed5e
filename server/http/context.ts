import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/connect.ts'
import type { Config } from '../process/config.ts'

/** What every route is built with. */
export interface HttpContext {
  database: Database
  config: Config
  /** The current time in unix seconds. */
  now: () => number
  /** Prometheus metrics; null if they are off. */
  measures: { countRequests: (app: FastifyInstance) => void; watchStreams: (count: () => number) => void } | null
  /** OpenTelemetry traces; null if they are off, and then none of its code is loaded. */
  tracing: { traceRequests: (app: FastifyInstance) => void } | null
}
