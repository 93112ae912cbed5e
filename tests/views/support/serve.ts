import { vi } from 'vitest'
import type { BulkChange } from '../../../src/api/bulk.ts'

/** A call of the console to the API. */
export interface Sent {
  path: string
  query: URLSearchParams
  body: { batch?: string; change?: BulkChange['change']; ids?: number[]; versions?: number[] } | null
}

/** A server that answers immediately. Numbers from `answer` are failure statuses; other values are JSON. */
export function serve(answer: (sent: Sent) => unknown) {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const url = new URL(input, 'http://localhost')
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Sent['body']) : null
    const call = { path: url.pathname.replace('/api/admin', ''), query: url.searchParams, body }
    sent.push(call)
    const reply = await answer(call)
    return typeof reply === 'number' ? new Response('', { status: reply }) : Response.json(reply)
  })
  return { sent, to: (path: string) => sent.filter((each) => each.path === path) }
}
