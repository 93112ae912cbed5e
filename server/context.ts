import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import type { Dns } from './providers/dns/port.ts'
import type { Measures } from './metrics/measures.ts'
import type { EmailLog } from './providers/email/port.ts'
import type { PaymentProvider } from './providers/payments/port.ts'
import type { Storage } from './providers/storage/port.ts'
import type { Tracing } from './tracing/start.ts'
import type { WebRisk } from './providers/web-risk/port.ts'

/** Everything that routes are built with. */
export interface AppContext {
  database: Database
  config: Config
  /** The current time in unix seconds. */
  now: () => number
  /** Never call it within a transaction: the embedded provider needs the database's only session. */
  payments: PaymentProvider
  /** Never call it within a transaction: it may be remote. */
  storage: Storage
  /** Never call it within a transaction, for both of these reasons. */
  webRisk: WebRisk
  /** Never call it within a transaction: it may take seconds. */
  dns: Dns
  /** Prometheus metrics; null if they are off. */
  measures: Measures | null
  /** OpenTelemetry traces; null if they are off, and then none of its code is loaded. */
  tracing: Tracing | null
  /** E-mail activity. Never call it within a transaction, like the others. */
  email: EmailLog
}
