import { createRoute } from '@tanstack/react-router'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'

/** The playbook that is open: a kept one, a new one for a type of record, or one of what was just done to a record: `customer.390`. */
export interface PlaybooksSearch {
  open?: string
  new?: string
  from?: string
}

export const createPlaybooksRoute = (parent: AppRoute) =>
  createRoute({
    ...viewOptions(parent, {
      path: '/playbooks',
      feature: 'playbooks',
      hasCommands: true,
      page: async () => (await import('./playbooks-page.tsx')).PlaybooksPage,
    }),
    validateSearch: (raw): PlaybooksSearch => raw,
  })
