import { createRoute } from '@tanstack/react-router'
import { firstInvoiceYear } from '../../contract/invoices.ts'
import type { AppRoute } from '../../layout/frame/app-route.tsx'
import { viewOptions } from '../../layout/frame/view-routes.ts'
import { currentMonth, monthOf } from '../../layout/records/month.ts'

/** URL parameters of the sales reports: month and year, from 2022 to this year; empty for the current month. */
function readSalesSearch(raw: Readonly<Record<string, unknown>>): { month?: string; year?: string } {
  const now = currentMonth()
  const { month, year } = monthOf(raw)
  const isMonth = Number.isInteger(month) && month >= 1 && month <= 12
  const isYear = Number.isInteger(year) && year >= firstInvoiceYear && year <= now.year
  if (!isMonth || !isYear || (month === now.month && year === now.year)) return {}
  return { month: String(month), year: String(year) }
}

export const createSalesRoute = (parent: AppRoute) =>
  createRoute({
    ...viewOptions(parent, {
      path: '/sales',
      needs: 'sales.read',
      hasCommands: true,
      page: async () => (await import('./sales-page.tsx')).SalesPage,
    }),
    validateSearch: readSalesSearch,
  })
