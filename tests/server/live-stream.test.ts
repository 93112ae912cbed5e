import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { hasSeen, positionOf, readPosition } from '../../server/resources/live/position.ts'
import { LiveStream } from '../../server/resources/live/stream.ts'

describe('positions', () => {
  test('record which transactions had ended', () => {
    const snapshot = { xmin: 1_000_000_000, xmax: 1_000_000_020, open: [1_000_000_000, 1_000_000_007] }
    const position = positionOf(snapshot)
    expect(position).toMatch(/^[\w:-]{1,60}$/)
    expect(readPosition(position)).toEqual(snapshot)
    expect([999_999_999, 1_000_000_000, 1_000_000_001, 1_000_000_007, 1_000_000_020].map((one) => hasSeen(snapshot, one))).toEqual([
      true,
      false,
      true,
      false,
      false,
    ])
  })

  test('with too many open transactions repeat some changes but miss none', () => {
    const open = Array.from({ length: 100 }, (_, index) => 5_000 + index * 40)
    const position = positionOf({ xmin: 5_000, xmax: 10_000, open })
    expect(position.length).toBeLessThanOrEqual(60)
    expect(readPosition(position)).toEqual({ xmin: 5_000, xmax: 5_000, open: [] })
  })

  test('that are malformed are read as null', () => {
    for (const text of ['', '1', 'a:b', 'a:1:b-zz', ':::', '0:1:', 'zzzzzzzzzzzz:1:', '1:zzzzzzzzzz:zzzzzzzzzzz', 'a:9:3-2', 'a:9:z'])
      expect(readPosition(text)).toBeNull()
  })
})

describe('a stream', () => {
  const at = { xmin: 10, xmax: 10, open: [] }
  const person = { id: 1, rol: 1, sessionIdHash: 'x' }

  test('is closed if its receiver is too slow', () => {
    const stream = new LiveStream(person, { writableLength: 0, destroyed: false })
    for (let part = 0; part < 300 && !stream.body.destroyed; part += 1) stream.write('x'.repeat(1024))
    expect(stream.body.destroyed).toBe(true)
    expect(stream.body.readableLength).toBeLessThan(300 * 1024)
  })

  test('sends nothing once its session has ended, even while it joins', async () => {
    const stream = new LiveStream(person, { writableLength: 0, destroyed: false })
    stream.end('session')
    stream.write('late')
    stream.end()
    expect(await text(stream.body)).toBe('event: end\ndata: {"reason":"session"}\n\n')
  })

  test('sends a heartbeat with the current position, and closes if nobody reads', async () => {
    const stream = new LiveStream(person, { writableLength: 0, destroyed: false })
    stream.beat(at)
    expect(String(stream.body.read())).toBe(`:\nid: ${positionOf(at)}\n\n`)
    const stuck = new LiveStream(person, { writableLength: 500, destroyed: false })
    stuck.beat(at)
    expect(stuck.body.destroyed).toBe(false)
    stuck.beat(at)
    expect(stuck.body.destroyed).toBe(true)
  })
})
