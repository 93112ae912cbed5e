import { listRoute } from '../../layout/frame/view-routes.ts'
import { invoicesOf, invoicesSearchOf } from '../../layout/records/invoices-search.ts'

export const createInvoicesRoute = listRoute({
  path: '/invoices',
  search: invoicesSearchOf,
  query: invoicesOf,
  hasCommands: true,
  page: async () => (await import('./invoices-page.tsx')).InvoicesPage,
})
