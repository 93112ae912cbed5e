import { appRoute } from './layout/frame/app-route.tsx'
import { createAbuseRoute } from './views/abuse/route.ts'
import { createAnalysisRoute } from './views/analysis/route.ts'
import { createApiCallRoute } from './views/api-call/route.ts'
import { createApiCallsRoute } from './views/api-calls/route.ts'
import { createAuditRoute } from './views/audit/route.ts'
import { createCustomerDomainsRoute } from './views/customer-domains/route.ts'
import { createCustomerRoute } from './views/customer/route.ts'
import { createDomainBlacklistRoute } from './views/domain-blacklist/route.ts'
import { createDomainWhitelistRoute } from './views/domain-whitelist/route.ts'
import { createFeedbackRoute } from './views/feedback/route.ts'
import { createGeneralRoute } from './views/general/route.ts'
import { createInvoicesRoute } from './views/invoices/route.ts'
import { createNotesRoute } from './views/notes/route.ts'
import { createPaymentsRoute } from './views/payments/route.ts'
import { createMediaRoute } from './views/qr-media/route.ts'
import { createUriHistoryRoute } from './views/qr-uri-history/route.ts'
import { createArchivedRoute } from './views/qrs-archived/route.ts'
import { createInfectedRoute } from './views/qrs-infected/route.ts'
import { createRiskRoute } from './views/qrs-risk/route.ts'
import { createQrStatsRoute } from './views/qrs-stats/route.ts'
import { createQrsRoute } from './views/qrs/route.ts'
import { createReferredRoute } from './views/referred/route.ts'
import { createSalesRoute } from './views/sales/route.ts'
import { createUserCreateRoute } from './views/user-create/route.ts'
import { createUserRoute } from './views/user/route.ts'
import { createUsersRoute } from './views/users/route.ts'
import { createWebriskLogsRoute } from './views/webrisk-logs/route.ts'
import { createWebriskRoute } from './views/webrisk/route.ts'

/** One line per view, but for the customers list (router.tsx). */
export const moreViews = [
  createGeneralRoute(appRoute),
  createAnalysisRoute(appRoute),
  createCustomerRoute(appRoute),
  createQrsRoute(appRoute),
  createRiskRoute(appRoute),
  createInfectedRoute(appRoute),
  createArchivedRoute(appRoute),
  createQrStatsRoute(appRoute),
  createMediaRoute(appRoute),
  createUriHistoryRoute(appRoute),
  createInvoicesRoute(appRoute),
  createSalesRoute(appRoute),
  createNotesRoute(appRoute),
  createFeedbackRoute(appRoute),
  createReferredRoute(appRoute),
  createPaymentsRoute(appRoute),
  createAuditRoute(appRoute),
  createApiCallsRoute(appRoute),
  createApiCallRoute(appRoute),
  createUsersRoute(appRoute),
  createUserCreateRoute(appRoute),
  createUserRoute(appRoute),
  createWebriskRoute(appRoute),
  createWebriskLogsRoute(appRoute),
  createAbuseRoute(appRoute),
  createDomainBlacklistRoute(appRoute),
  createDomainWhitelistRoute(appRoute),
  createCustomerDomainsRoute(appRoute),
] as const
