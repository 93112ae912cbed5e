import { act, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { listsOnScreen } from '../../../src/layout/commands/on-screen.ts'
import { openScreen, pageOf } from './console.tsx'
import { aCustomerRow } from './customer.ts'
import { rows } from './table.ts'

export const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => aCustomerRow(from - index))
/** The server's list of 25 customers, newest first. With a search term, only the customer with that id. */
export function serve(path: string, query: URLSearchParams) {
  if (path === '/customers/countries') return ['es', 'fr']
  const perPage = Number(query.get('perPage'))
  const page = Number(query.get('page'))
  const term = query.get('searchTerm')
  if (term === 'nobody') return pageOf([], 0, 1, perPage)
  if (term !== null) return pageOf([aCustomerRow(Number(term))], 1, 1, perPage)
  return pageOf(ids(25 - (page - 1) * perPage, Math.min(perPage, 25 - (page - 1) * perPage)), 25, page, perPage)
}

export const customersAt = (address: string) => openScreen(address)
export const firstRow = async (text: string) => waitFor(() => expect(rows()[0]?.textContent).toContain(text))
export const list = () => {
  const [handle] = listsOnScreen.all()
  if (!handle) throw new Error('no list on screen')
  return handle
}

export const settle = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds))
