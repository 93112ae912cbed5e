import { createRoute } from '@tanstack/react-router'
import { type DeliveryState, deliveryStates } from '../../contract/delivery-states.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'

/** The deliveries shown: their state and page; all of them, the newest first, without. */
export interface IntegrationsSearch {
  state?: DeliveryState
  page?: number
}

function readSearch(raw: Readonly<Record<string, unknown>>): IntegrationsSearch {
  const state = deliveryStates.find((one) => one === raw['state'])
  const page = Number(raw['page'])
  return { ...(state ? { state } : {}), ...(Number.isInteger(page) && page > 1 && page < 1_000_000 ? { page } : {}) }
}

export const createIntegrationsRoute = (parent: AppRoute) =>
  createRoute({
    ...viewOptions(parent, {
      path: '/integrations',
      needs: 'integrations.manage',
      feature: 'integrations',
      hasCommands: true,
      page: async () => (await import('./integrations-page.tsx')).IntegrationsPage,
    }),
    validateSearch: readSearch,
  })
