import { vi } from 'vitest'
import type { Customer } from '../../../src/contract/customers.ts'
import { openScreen, pageOf } from './console.tsx'
import { aCustomer, anOverview } from './customer.ts'

/** A change the console sent. */
export interface Sent {
  method: string
  path: string
  body: Record<string, unknown>
}

type Reply = { status?: number; body: unknown } | undefined

/** Answers a call. If it returns undefined, the default answers apply. */
type Answer = (path: string, method: string, sent: Sent, query: URLSearchParams) => Reply | Promise<Reply>

export const refusal = (status: number, error: string, details?: Record<string, string>) => ({
  status,
  body: { statusCode: status, error, message: `Refused: ${error}`, ...(details ? { details } : {}) },
})

export const done = { success: true, auditId: 77, undoable: true }

/** An in-memory server with one customer. Calls that the test does not answer return empty results. */
export function serveCustomer(facts: Partial<Customer>, answer: Answer = () => undefined) {
  const customer = { ...aCustomer(facts) }
  const sent: Sent[] = []
  const asked: string[] = []
  const usual = (path: string): unknown => {
    if (path === '/customers/8812') return customer
    if (path === '/customers/8812/note') return { note: null, createdAt: null, authorName: null, version: null }
    if (path === '/customers/8812/billing') return { billing: null }
    if (path === '/customers/8812/timeline') return { rows: [], next: null }
    if (path === '/customers/8812/overview') return anOverview()
    if (path === '/customers/8812/impact') return { qrs: 0, liveQrs: 0, scans: 0 }
    if (/(countries|invitations|domains|activity)$/.test(path)) return []
    return pageOf([])
  }
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost')
    const path = url.pathname.replace('/api/admin', '')
    const method = init.method ?? 'GET'
    const call = { method, path, body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {} }
    asked.push(`${path}${url.search}`)
    if (method !== 'GET') sent.push(call)
    const { status = 200, body } = (await answer(path, method, call, url.searchParams)) ?? { body: method === 'GET' ? usual(path) : done }
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  return { customer, sent, asked }
}

export const customerAt = (address: string) => openScreen(address)

/** Reports everything as in view, as if the window were as tall as the page. */
export function seeEverything() {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly callback: (entries: { isIntersecting: boolean }[]) => void
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        this.callback = callback
      }
      observe() {
        this.callback([{ isIntersecting: true }])
      }
      disconnect() {}
    },
  )
}
