import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { shareStream } from '../../src/layout/frame/live/one-stream.ts'
import { openStream } from '../../src/layout/frame/live/stream.ts'
import { changeOf, changesAt, FakeEventSource, newest, stubStreams } from './support/event-source.ts'

let asked: string[]
let answers: () => Response

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  stubStreams()
  asked = []
  answers = () => Response.json(changesAt('p9'))
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace('/api/admin', ''))
    return answers()
  })
})

describe('a stream', () => {
  let received: [string, unknown][]
  let position: string | null
  let close: () => void
  const open = () => {
    received = []
    position = 'p0'
    close = openStream({
      after: () => position,
      onEvent: ({ name, data }) => {
        if (name === 'changes') ({ position } = data)
        received.push([name, data])
      },
    })
  }
  afterEach(() => close())

  test('resumes where it left off after being cut', async () => {
    open()
    expect(newest().url).toBe('/api/admin/live?after=p0')
    newest().say('changes', changesAt('p1', [changeOf({})]))
    newest().cut()
    expect(newest().isClosed).toBe(true)
    await vi.advanceTimersByTimeAsync(500)
    expect(FakeEventSource.opened).toHaveLength(2)
    expect(newest().url).toBe('/api/admin/live?after=p1')
    expect(asked).toEqual([])
  })

  test('falls back to polling every fifteen seconds if it can’t connect, and retries now and then [1.7 live tabs]', async () => {
    open()
    for (const wait of [1000, 2000]) {
      newest().cut()
      await vi.advanceTimersByTimeAsync(wait)
    }
    expect(FakeEventSource.opened).toHaveLength(3)
    newest().cut()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.at(-1)).toBe('/live/changes?after=p9')
    const before = asked.length
    await vi.advanceTimersByTimeAsync(30_000)
    expect(asked).toHaveLength(before + 2)
    expect(FakeEventSource.opened).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(90_000)
    expect(FakeEventSource.opened.length).toBeGreaterThan(3)
    expect(received.every(([name]) => name === 'changes')).toBe(true)
  })

  test('is given up if it stays silent, as behind a buffering proxy', async () => {
    open()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(FakeEventSource.opened[0]?.isClosed).toBe(true)
    expect(asked).toEqual(['/live/changes?after=p0'])
  })

  test('stops when the session has ended, and drops malformed events', async () => {
    open()
    newest().say('changes', { position: 'bad position', changes: [] })
    newest().say('changes', changesAt('p1'))
    expect(received).toHaveLength(1)
    answers = () => Response.json({ statusCode: 401, error: 'unauthorized', message: 'Sign in.' }, { status: 401 })
    newest().say('end', { reason: 'session' })
    await vi.advanceTimersByTimeAsync(200_000)
    expect(asked).toHaveLength(1)
    expect(FakeEventSource.opened).toHaveLength(1)
  })

  test('reopens after sleep and when the network is back', async () => {
    open()
    newest().say('changes', changesAt('p1'))
    window.dispatchEvent(new Event('online'))
    expect(newest().url).toContain('after=p1')
    newest().say('changes', changesAt('p2'))
    vi.setSystemTime(Date.now() + 3_600_000)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(FakeEventSource.opened).toHaveLength(3)
    expect(newest().url).toContain('after=p2')
  })
})

const haveLocks = (locks: unknown) => vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks as LockManager)

/** The locks of one browser: the first in the queue holds the lock. */
function stubLocks() {
  const queue: (() => void)[] = []
  let held: string | null = null
  const next = () => queue.shift()?.()
  haveLocks({
    query: async () => ({ held: held === null ? [] : [{ name: held }] }),
    request: (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
      const run = () => {
        if (signal.aborted) return next()
        held = name
        void work().then(() => {
          held = null
          next()
        })
      }
      if (held === null) run()
      else queue.push(run)
      return new Promise(() => {})
    },
  })
}

/** Channels that deliver to the others of the same name immediately. */
function stubChannels() {
  const all = new Set<EventTarget & { name: string }>()
  class Channel extends EventTarget {
    constructor(readonly name: string) {
      super()
      all.add(this)
    }
    postMessage(data: unknown) {
      for (const other of all) if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent('message', { data }))
    }
    close() {
      all.delete(this)
    }
  }
  vi.stubGlobal('BroadcastChannel', Channel)
}

describe('tabs of one user', () => {
  beforeEach(() => {
    stubLocks()
    stubChannels()
  })

  test('share a stream; a second tab catches up, and takes over when the first closes', async () => {
    const received: string[] = []
    const first = shareStream(5, 'p0', ({ name }) => received.push(`1 ${name}`))
    newest().say('changes', changesAt('p1'))
    const second = shareStream(5, 'p0', ({ name }) => received.push(`2 ${name}`))
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual(['/live/changes?after=p0'])
    newest().say('changes', changesAt('p2'))
    expect(FakeEventSource.opened).toHaveLength(1)
    expect(received).toEqual(['1 changes', '2 changes', '1 changes', '2 changes'])

    first()
    await vi.advanceTimersByTimeAsync(0)
    expect(FakeEventSource.opened).toHaveLength(2)
    expect(FakeEventSource.opened[0]?.isClosed).toBe(true)
    expect(newest().url).toContain('after=p2')
    second()
    expect(newest().isClosed).toBe(true)
  })

  test('do not receive another user’s events', () => {
    const received: string[] = []
    const ends = [shareStream(5, 'p0', () => received.push('5')), shareStream(6, 'p0', () => received.push('6'))]
    FakeEventSource.opened[0]?.say('changes', changesAt('p1'))
    expect(received).toEqual(['5'])
    for (const end of ends) end()
  })

  test('each open a stream without locks, and close it when hidden', () => {
    haveLocks(undefined)
    const ends = [shareStream(5, 'p0', () => {}), shareStream(5, 'p0', () => {})]
    expect(FakeEventSource.opened).toHaveLength(2)
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(FakeEventSource.opened.every(({ isClosed }) => isClosed)).toBe(true)
    for (const end of ends) end()
  })
})
