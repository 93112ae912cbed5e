import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import type { Dns } from './providers/dns/port.ts'
import type { Measures } from './metrics/measures.ts'
import type { EmailLog } from './providers/email/port.ts'
import type { PaymentProvider } from './providers/payments/port.ts'
import type { Storage } from './providers/storage/port.ts'
import type { Tracing } from './tracing/start.ts'
import type { WebRisk } from './providers/web-risk/port.ts'

/** What all routes are built with. */
export interface AppContext {
  database: Database
  config: Config
  /** The current time in unix seconds. */
  now: () => number
  /** Never call it within a transaction: the embedded provider needs the database's only session. */
  payments: PaymentProvider
  /** Never call it within a transaction: it may be remote. */
  storage: Storage
  /** Never call it within a transaction, for both reasons. */
  webRisk: WebRisk
  /** Never call it within a transaction: it may take seconds. */
  dns: Dns
  /** What Prometheus is told; null: nothing is measured. */
  measures: Measures | null
  /** Where OpenTelemetry's traces go; null: nothing is traced, and nothing of it loaded. */
  tracing: Tracing | null
  /** E-mail activity. Never call it within a transaction, like the others. */
  email: EmailLog
}
