import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { CurrentUser } from './contract/auth.ts'
import { originOf, publicPaths } from './contract/origin.ts'
import { type AppRoute, appRoute, rootRoute } from './layout/frame/app-route.tsx'
import { plainSearch } from './layout/frame/plain-search.ts'
import { faultTitle } from './layout/kit/error-boundary.tsx'
import { ErrorPanel } from './layout/kit/error-panel.tsx'
import { Spinner } from './layout/kit/spinner.tsx'
import { createAbuseRoute } from './views/abuse/route.ts'
import { createAccountRoute } from './views/account/route.ts'
import { createAnalysisRoute } from './views/analysis/route.ts'
import { createApiCallRoute } from './views/api-call/route.ts'
import { createApiCallsRoute } from './views/api-calls/route.ts'
import { createApprovalsRoute } from './views/approvals/route.ts'
import { createAuditRoute, createViewsRoute } from './views/audit/route.ts'
import { createCustomerRoute } from './views/customer/route.ts'
import { createCustomerDomainsRoute } from './views/customer-domains/route.ts'
import { createCustomersRoute } from './views/customers/route.ts'
import { createDomainBlacklistRoute, createDomainWhitelistRoute } from './views/domains/route.ts'
import { createFeedbackRoute } from './views/feedback/route.ts'
import { createGeneralRoute } from './views/general/route.ts'
import { createIntegrationsRoute } from './views/integrations/route.ts'
import { createInvoicesRoute } from './views/invoices/route.ts'
import { createNotesRoute } from './views/notes/route.ts'
import { createPaymentsRoute } from './views/payments/route.ts'
import { createPlaybooksRoute } from './views/playbooks/route.ts'
import { createPoliciesRoute } from './views/policies/route.ts'
import { createMediaRoute } from './views/qr-media/route.ts'
import { createUriHistoryRoute } from './views/qr-uri-history/route.ts'
import { createQrsRoute } from './views/qrs/route.ts'
import { createArchivedRoute } from './views/qrs-archived/route.ts'
import { createInfectedRoute } from './views/qrs-infected/route.ts'
import { createRiskRoute } from './views/qrs-risk/route.ts'
import { createQrStatsRoute } from './views/qrs-stats/route.ts'
import { createReferredRoute } from './views/referred/route.ts'
import { createSalesRoute } from './views/sales/route.ts'
import { createUserRoute } from './views/user/route.ts'
import { createUserCreateRoute } from './views/user-create/route.ts'
import { createUsersRoute } from './views/users/route.ts'
import { createWebriskRoute } from './views/webrisk/route.ts'
import { createWebriskLogsRoute } from './views/webrisk-logs/route.ts'
import { createWordsRoute } from './views/words/route.ts'

/** One line per view. */
const viewsIn = (layout: AppRoute) =>
  [
    createGeneralRoute(layout),
    createAnalysisRoute(layout),
    createCustomersRoute(layout),
    createCustomerRoute(layout),
    createQrsRoute(layout),
    createRiskRoute(layout),
    createInfectedRoute(layout),
    createArchivedRoute(layout),
    createQrStatsRoute(layout),
    createMediaRoute(layout),
    createUriHistoryRoute(layout),
    createInvoicesRoute(layout),
    createSalesRoute(layout),
    createNotesRoute(layout),
    createFeedbackRoute(layout),
    createReferredRoute(layout),
    createPaymentsRoute(layout),
    createAuditRoute(layout),
    createViewsRoute(layout),
    createIntegrationsRoute(layout),
    createPlaybooksRoute(layout),
    createWordsRoute(layout),
    createPoliciesRoute(layout),
    createApprovalsRoute(layout),
    createAccountRoute(layout),
    createApiCallsRoute(layout),
    createApiCallRoute(layout),
    createUsersRoute(layout),
    createUserCreateRoute(layout),
    createUserRoute(layout),
    createWebriskRoute(layout),
    createWebriskLogsRoute(layout),
    createAbuseRoute(layout),
    createDomainBlacklistRoute(layout),
    createDomainWhitelistRoute(layout),
    createCustomerDomainsRoute(layout),
  ] as const

const home = createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: () => leadTo('/general') })

/** All that the signed-in layout shows. It stays mounted while an unknown path leads to the customers. */
export const screensIn = (layout: AppRoute) => [
  ...viewsIn(layout),
  createRoute({ getParentRoute: () => layout, path: '$', beforeLoad: () => leadTo('/customers') }),
]

/** When signed in, the public routes lead back to the origin (ruling 4). */
const publicRoutes = publicPaths.map((path) =>
  createRoute({ getParentRoute: () => rootRoute, path, beforeLoad: ({ location }) => leadTo(originOf(location.searchStr) ?? '/') }),
)

const routeTree = rootRoute.addChildren([appRoute.addChildren(screensIn(appRoute)), home, ...publicRoutes])

/** The signed-in console's router. It reads the address bar on creation. */
export function createAppRouter(context: { queryClient: QueryClient; user: CurrentUser }) {
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    // Freshness is up to the query cache, not the router's.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: Spinner,
    defaultErrorComponent: ({ error, reset }) => <ErrorPanel error={error} title={faultTitle} onRetry={reset} />,
    scrollRestoration: true,
    ...plainSearch,
  })
  // The router scrolls a new page to its top, even after the page has focused the field that it was opened for.
  router.subscribe('onRendered', () => document.querySelector('#main form :focus')?.scrollIntoView({ block: 'nearest' }))
  return router
}
export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

function leadTo(href: string): never {
  throw redirect({ href, replace: true })
}
