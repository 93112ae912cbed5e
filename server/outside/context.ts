import type { HttpContext } from '../http/context.ts'
import type { Dns } from './dns/port.ts'
import type { EmailLog } from './email/port.ts'
import type { OpenIdProvider } from './openid/port.ts'
import type { PaymentProvider } from './payments/port.ts'
import type { Storage } from './storage/port.ts'
import type { WebRisk } from './web-risk/port.ts'

/** What every route is built with, and the services outside. */
export interface AppContext extends HttpContext {
  /** Never call it within a transaction: the embedded provider needs the database's only session. */
  payments: PaymentProvider
  /** Never call it within a transaction: it may be remote. */
  storage: Storage
  /** Never call it within a transaction, for both of these reasons. */
  webRisk: WebRisk
  /** Never call it within a transaction: it may take seconds. */
  dns: Dns
  /** E-mail activity. Never call it within a transaction, like the others. */
  email: EmailLog
  /** Company sign-in; null if it is not in use. Never call it within a transaction. */
  openId: OpenIdProvider | null
}
