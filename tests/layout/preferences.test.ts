// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { preferencesNow, savePreferences, startPreferences } from '../../src/layout/preferences.ts'

/** What the server was sent, and its answers in that order. */
let sent: unknown[]
let answers: ((reply: Response) => void)[]

const answer = (index: number, reply: Response) => {
  answers[index]?.(reply)
}
const untilSent = (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count))

describe('preferences', () => {
  beforeEach(() => {
    sent = []
    answers = []
    vi.stubGlobal('fetch', (_url: string, init: { body: string }) => {
      sent.push(JSON.parse(init.body))
      return new Promise<Response>((resolve) => answers.push(resolve))
    })
    startPreferences({ letterKeys: true })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('show a change at once, and send one after the other', async () => {
    const first = savePreferences({ letterKeys: false })
    const second = savePreferences({ keys: { 'customer.ban': 'a x' } })
    expect(preferencesNow()).toEqual({ letterKeys: false, keys: { 'customer.ban': 'a x' } })
    await untilSent(1)
    answer(0, Response.json({ letterKeys: false }))
    await first
    expect(preferencesNow()).toEqual({ letterKeys: false, keys: { 'customer.ban': 'a x' } })
    await untilSent(2)
    answer(1, Response.json({ letterKeys: false, keys: { 'customer.ban': 'a x' } }))
    await second
    expect(sent).toEqual([{ letterKeys: false }, { keys: { 'customer.ban': 'a x' } }])
  })

  it('take back a change that was refused, and no other', async () => {
    const first = savePreferences({ letterKeys: false })
    const second = savePreferences({ keys: { 'customer.ban': 'a x' } })
    await untilSent(1)
    answer(0, Response.json({ statusCode: 413, error: 'payload_too_large', message: 'Too much.' }, { status: 413 }))
    await first
    expect(preferencesNow()).toEqual({ letterKeys: true, keys: { 'customer.ban': 'a x' } })
    await untilSent(2)
    answer(1, Response.json({ letterKeys: true, keys: { 'customer.ban': 'a x' } }))
    await second
    expect(preferencesNow()).toEqual({ letterKeys: true, keys: { 'customer.ban': 'a x' } })
  })

  it('of somebody who signs in meanwhile are left alone by an answer to another', async () => {
    const change = savePreferences({ letterKeys: false })
    await untilSent(1)
    startPreferences({ keys: { 'customer.ban': 'x x' } })
    answer(0, Response.json({ letterKeys: false }))
    await change
    expect(preferencesNow()).toEqual({ keys: { 'customer.ban': 'x x' } })
  })
})
