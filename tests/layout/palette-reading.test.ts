import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrange, type Claim, decide, type Reading } from '../../src/layout/palette/readings/reading.ts'
import type { Row } from '../../src/layout/palette/rows.ts'

const row = (value: string, unused: readonly string[] = []): Row => ({
  kind: 'all',
  value,
  title: value,
  href: '/',
  ...(unused.length > 0 && { unused }),
})
const reading = (id: string, claim: Claim, rows: readonly Row[], rest: Partial<Reading> = {}): Reading => ({
  id,
  heading: id,
  claim,
  rows,
  couldStill: null,
  ...rest,
})
const values = (readings: readonly Reading[]) => arrange(readings).flatMap(({ rows }) => rows.map(({ value }) => value))
const nothing = { isSearching: false, hasFailed: false, unused: [] }

describe('the order of readings', () => {
  test('is by claim, then by a fixed order of kinds', () => {
    const readings = [
      reading('records:customer', 'prefix', [row('prefix')]),
      reading('screens', 'words', [row('screen')]),
      reading('recent', 'recent', [row('recent')]),
      reading('commands', 'exact', [row('command')]),
      reading('customer', 'exact', [row('customer')]),
      reading('similar', 'guess', [row('similar')]),
    ]
    expect(values(readings.toReversed())).toEqual(['customer', 'command', 'recent', 'prefix', 'screen', 'similar'])
  })

  test('shows a record only once, under its strongest claim', () => {
    expect(values([reading('recent', 'recent', [row('ana'), row('luis')]), reading('records:customer', 'exact', [row('ana')])])).toEqual([
      'ana',
      'luis',
    ])
  })

  test('hides what leaves words unused as soon as something uses them all, and shows the best of it otherwise', () => {
    const left = reading('verbs', 'exact', [row('two left', ['a', 'b'])])
    const less = reading('commands', 'words', [row('one left', ['a'])])
    expect(values([left, less])).toEqual(['one left', 'two left'])
    expect(values([left, less, reading('records:qr', 'inside', [row('all used')])])).toEqual(['all used'])
  })
})

describe('what Enter takes', () => {
  test.each<[string, Reading[], unknown]>([
    ['nothing without rows', [], { state: 'open', ...nothing }],
    ['the strongest', [reading('commands', 'prefix', [row('b')]), reading('verbs', 'exact', [row('a')])], { state: 'certain', value: 'a' }],
    [
      'nothing while something stronger may come',
      [reading('commands', 'prefix', [row('b')]), reading('customer', 'guess', [], { couldStill: 'exact' })],
      { state: 'waiting' },
    ],
    [
      'it at once if what may come is weaker, or equal and behind it',
      [
        reading('commands', 'exact', [row('a')]),
        reading('records:customer', 'guess', [], { couldStill: 'exact' }),
        reading('screens', 'guess', [], { couldStill: 'prefix' }),
      ],
      { state: 'certain', value: 'a' },
    ],
    [
      'nothing while an equal one may come before it',
      [reading('commands', 'exact', [row('a')]), reading('customer', 'guess', [], { couldStill: 'exact' })],
      { state: 'waiting' },
    ],
    [
      'nothing of several that fit equally',
      [reading('owned', 'exact', [row('a'), row('b')], { isOpen: true })],
      { state: 'open', ...nothing },
    ],
    [
      'nothing that leaves a word unused',
      [reading('verb-on', 'exact', [row('a', ['march'])])],
      { state: 'open', ...nothing, unused: ['march'] },
    ],
    [
      'nothing if a look-up failed that could have found something exact',
      [reading('verbs', 'prefix', [row('a')]), reading('customer', 'guess', [], { couldStill: 'exact', hasFailed: true })],
      { state: 'open', isSearching: false, hasFailed: true, unused: [] },
    ],
  ])('is %s', (_, readings, decision) => {
    expect(decide(readings)).toEqual(decision)
  })

  const claim = fc.constantFrom<Claim>('exact', 'recent', 'prefix', 'words', 'inside', 'guess')
  const kind = fc.constantFrom('customer', 'commands', 'verbs', 'recent', 'screens', 'records:customer', 'similar')
  const settled = fc.record({ id: kind, claim, count: fc.nat(2), unused: fc.nat(2) }).map(({ id, claim, count, unused }) =>
    reading(
      id,
      claim,
      Array.from({ length: count }, (_, index) => row(`${id} ${claim} ${index}`, Array.from({ length: unused }, String))),
    ),
  )

  test('is never a row with a word unused, and is the first row shown', () => {
    fc.assert(
      fc.property(fc.array(settled, { maxLength: 6 }), (readings) => {
        const decision = decide(readings)
        if (decision.state !== 'certain') return
        const [first] = arrange(readings).flatMap(({ rows }) => rows)
        expect(first?.value).toBe(decision.value)
        expect(first && 'unused' in first ? first.unused : undefined).toBeUndefined()
      }),
    )
  })

  test('never changes by an answer that comes later', () => {
    fc.assert(
      fc.property(fc.array(settled, { maxLength: 5 }), fc.integer({ min: 0, max: 4 }), (readings, at) => {
        const waiting = readings.map((each, index) =>
          index === at ? { ...each, rows: [], couldStill: each.rows.length > 0 ? each.claim : null } : each,
        )
        const before = decide(waiting)
        const after = decide(readings)
        if (before.state === 'certain' && after.state === 'certain') expect(after.value).toBe(before.value)
      }),
    )
  })
})
