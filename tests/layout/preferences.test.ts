import { beforeEach, describe, expect, test, vi } from 'vitest'
import { preferencesNow, savePreferences, startPreferences } from '../../src/layout/session/preferences.ts'

/** The bodies sent to the server, and its pending answers in the same order. */
let sent: unknown[]
let answers: ((reply: Response) => void)[]

const answer = (index: number, reply: Response) => {
  answers[index]?.(reply)
}
async function untilSent(count: number) {
  await expect.poll(() => sent).toHaveLength(count)
}

describe('preferences', () => {
  beforeEach(() => {
    sent = []
    answers = []
    vi.stubGlobal('fetch', (_url: string, init: { body: string; signal?: AbortSignal }) => {
      sent.push(JSON.parse(init.body))
      return new Promise<Response>((resolve, reject) => {
        answers.push(resolve)
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
      })
    })
    startPreferences({ letterKeys: true }, 1)
  })

  test('apply changes immediately, and send them one at a time', async () => {
    const first = savePreferences({ letterKeys: false })
    const second = savePreferences({ keys: { 'customer.ban': 'a x' } })
    expect(preferencesNow()).toEqual({ letterKeys: false, keys: { 'customer.ban': 'a x' } })
    await untilSent(1)
    answer(0, Response.json({ letterKeys: false }))
    expect(await first).toBe(true)
    expect(preferencesNow()).toEqual({ letterKeys: false, keys: { 'customer.ban': 'a x' } })
    await untilSent(2)
    answer(1, Response.json({ letterKeys: false, keys: { 'customer.ban': 'a x' } }))
    await second
    expect(sent).toEqual([{ letterKeys: false }, { keys: { 'customer.ban': 'a x' } }])
  })

  test('revert only the change that was rejected', async () => {
    const first = savePreferences({ letterKeys: false })
    const second = savePreferences({ keys: { 'customer.ban': 'a x' } })
    await untilSent(1)
    answer(0, Response.json({ statusCode: 413, error: 'payload_too_large', message: 'Too much.' }, { status: 413 }))
    expect(await first).toBe(false)
    expect(preferencesNow()).toEqual({ letterKeys: true, keys: { 'customer.ban': 'a x' } })
    await untilSent(2)
    answer(1, Response.json({ letterKeys: true, keys: { 'customer.ban': 'a x' } }))
    await second
    expect(preferencesNow()).toEqual({ letterKeys: true, keys: { 'customer.ban': 'a x' } })
  })

  test('ignore a reply to a change made before a new sign-in', async () => {
    const change = savePreferences({ letterKeys: false })
    await untilSent(1)
    startPreferences({ keys: { 'customer.ban': 'x x' } }, 1)
    answer(0, Response.json({ letterKeys: false }))
    expect(await change).toBe(true)
    expect(preferencesNow()).toEqual({ keys: { 'customer.ban': 'x x' } })
  })

  test('send the next change after one times out at fifteen seconds', async () => {
    const limits: AbortController[] = []
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const limit = new AbortController()
      limits.push(limit)
      return limit.signal
    })
    const first = savePreferences({ letterKeys: false })
    const second = savePreferences({ keys: { 'customer.ban': 'a x' } })
    await untilSent(1)
    limits[0]?.abort(new DOMException('Too long.', 'TimeoutError'))
    expect(await first).toBe(false)
    await untilSent(2)
    expect(timeout.mock.calls).toEqual([[15_000], [15_000]])
    answer(1, Response.json({ letterKeys: true, keys: { 'customer.ban': 'a x' } }))
    expect(await second).toBe(true)
    expect(preferencesNow()).toEqual({ letterKeys: true, keys: { 'customer.ban': 'a x' } })
  })

  test('are stored per user in the browser if the server keeps none (ruling 56)', async () => {
    startPreferences(undefined, 1)
    expect(await savePreferences({ letterKeys: false })).toBe(true)
    expect(await savePreferences({ keys: { 'customer.ban': 'a x' } })).toBe(true)
    expect(preferencesNow()).toEqual({ letterKeys: false, keys: { 'customer.ban': 'a x' } })
    startPreferences(undefined, 2)
    expect(preferencesNow()).toEqual({})
    startPreferences(undefined, 1)
    expect(preferencesNow()).toEqual({ letterKeys: false, keys: { 'customer.ban': 'a x' } })
    expect(sent).toEqual([])
  })
})
