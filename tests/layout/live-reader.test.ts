import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiFailure } from '../../src/api/client.ts'
import { createQueryClient } from '../../src/api/query-client.ts'
import { runMutation } from '../../src/api/run-mutation.ts'
import { knowOwnChanges } from '../../src/layout/frame/live/own-changes.ts'
import { createReader } from '../../src/layout/frame/live/refetch.ts'
import { changeOf } from './support/event-source.ts'

let client: QueryClient
let reads: string[]
let ends: (() => void)[]

/** Mounts a reader of this query key. */
async function show(queryKey: unknown[], failure: () => Error | null = () => null) {
  const queryFn = () => {
    reads.push(queryKey.join(' '))
    const error = failure()
    if (error) throw error
    return reads.length
  }
  const observer = new QueryObserver(client, { queryKey, queryFn })
  const end = observer.subscribe(() => {})
  ends.push(end)
  await vi.advanceTimersByTimeAsync(0)
  reads = []
  return end
}

beforeEach(() => {
  vi.useFakeTimers()
  client = createQueryClient()
  reads = []
  ends = []
})
afterEach(() => {
  for (const end of ends) end()
  client.clear()
})

describe('changed data', () => {
  test('is refetched if shown, and only marked stale if not', async () => {
    const reader = createReader(client)
    await show(['customers', 'one', 7])
    await show(['customers', 'one', 8])
    const leave = await show(['billing', 7])
    leave()
    reader.read([changeOf({ id: 7, customerId: 7 })], 'Marta')
    await vi.advanceTimersByTimeAsync(0)
    expect(reads).toEqual(['customers one 7'])
    expect(client.getQueryState(['billing', 7])?.isInvalidated).toBe(true)
    expect(client.getQueryState(['customers', 'one', 8])?.isInvalidated).toBe(false)
    reader.end()
  })

  test('refreshes dashboards at most every thirty seconds, and not while hidden', async () => {
    const reader = createReader(client)
    await show(['stats', 'revenue'])
    const change = () => reader.read([changeOf({ type: 'figures' })], null)
    change()
    await vi.advanceTimersByTimeAsync(0)
    expect(reads).toHaveLength(1)
    for (let second = 0; second < 29; second++) {
      change()
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(reads).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(reads).toHaveLength(2)

    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    change()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(reads).toHaveLength(2)
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(reads).toHaveLength(3)
    reader.end()
  })

  test('is refetched after a connection failure, but not after a refusal', async () => {
    const reader = createReader(client)
    let failure: Error | null = null
    await show(['customers', 'one', 7], () => failure)
    failure = new ApiFailure(null, null)
    reader.read([changeOf({ id: 7, customerId: 7 })], 'Marta')
    await vi.advanceTimersByTimeAsync(4999)
    expect(reads).toHaveLength(1)
    failure = null
    await vi.advanceTimersByTimeAsync(1)
    expect(reads).toHaveLength(2)

    failure = new ApiFailure(403, null)
    reader.read([changeOf({ id: 7, customerId: 7 })], 'Marta')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reads).toHaveLength(3)
    reader.end()
  })

  test('waits while focus is in a section that would grow at the top', async () => {
    const reader = createReader(client)
    await show(['timeline', 7])
    document.body.innerHTML = '<div data-reads="timeline"><button>Notes</button></div>'
    document.querySelector('button')?.focus()
    reader.read([changeOf({ id: 7, customerId: 7 })], 'Marta')
    await vi.advanceTimersByTimeAsync(5000)
    expect(reads).toEqual([])
    document.querySelector('button')?.blur()
    await vi.advanceTimersByTimeAsync(1000)
    expect(reads).toEqual(['timeline 7'])
    document.body.innerHTML = ''
    reader.end()
  })
})

describe('the user’s own change', () => {
  const by = { id: 5, name: 'Me' }

  test('is recognised by the audit row in its reply, and undecided while in flight', async () => {
    const own = knowOwnChanges(client, 5)
    const change = changeOf({ by, auditId: 31 })
    let answer: (reply: { auditId: number }) => void = () => {}
    const mutationFn = () => new Promise<{ auditId: number }>((done) => (answer = done))
    const done = runMutation(client, { mutationFn }, undefined)
    await vi.advanceTimersByTimeAsync(0)
    expect(own.isOwn(change)).toBeNull()
    answer({ auditId: 31 })
    await done
    expect(own.isOwn(change)).toBe(true)
    // A change from another tab, and one from a colleague.
    expect(own.isOwn(changeOf({ by, auditId: 32 }))).toBe(false)
    expect(own.isOwn(changeOf({ auditId: 31 }))).toBe(false)
    own.end()
  })
})
