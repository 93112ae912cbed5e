import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import type { Dns } from './providers/dns/port.ts'
import type { EmailLog } from './providers/email/port.ts'
import type { PaymentProvider } from './providers/payments/port.ts'
import type { Storage } from './providers/storage/port.ts'
import type { WebRisk } from './providers/web-risk/port.ts'

/** What every route is built with. */
export interface AppContext {
  database: Database
  config: Config
  /** The current time in unix seconds. */
  now: () => number
  /** Never asked within a transaction: the embedded provider needs the database's one session itself. */
  payments: PaymentProvider
  /** Never asked within a transaction either: it may be far away. */
  storage: Storage
  /** Never asked within a transaction, for both reasons. */
  webRisk: WebRisk
  /** Never asked within a transaction either: it may be silent for seconds. */
  dns: Dns
  /** What became of e-mails. Never asked within a transaction, like the others. */
  email: EmailLog
}
