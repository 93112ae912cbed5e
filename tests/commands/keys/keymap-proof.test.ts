import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Command } from '../../../src/commands/engine/command.ts'
import { keyChange, offersFor, problemOf, withChoice, withoutChoice } from '../../../src/commands/keys/key-choice.ts'
import { type ChosenKeys, keyScheme, keysOf, withoutCharacterKeys } from '../../../src/commands/keys/key-scheme.ts'
import { parseKeys } from '../../../src/commands/keys/keymap.ts'
import { scopeNames } from '../../../src/commands/keys/scope-names.ts'
import { commands } from '../../../src/commands/registry.ts'
import { withChange } from '../../../src/contract/preferences.ts'
import { browseModeKeys, faultsIn } from './proof.ts'

const bound = commands.flatMap((command) => keysOf(command).map((keys) => ({ command, keys })))

// The commands on screen are always a subset of these, so keys without conflicts here are safe in any combination.
test('no shortcut is bound twice, begins another, is a browser or screen-reader key, or runs what asks first with one key', () => {
  expect(faultsIn(commands)).toEqual([])
})

test.each<[string, Partial<Command>, RegExp]>([
  ['a key that is taken', { keys: 'g c' }, /stands in the way of/],
  ['a beginning', { keys: 'g' }, /stands in the way of/],
  ['more than what is taken', { keys: 'x x' }, /stands in the way of/],
  ['a key of the browser', { keys: '$mod+t' }, /from the browser/],
  ['a key of screen readers', { keys: 'Alt+Shift+Home' }, /from screen readers/],
  ['another way to write it', { keys: 'Shift+?' }, /not canonical/],
  [
    'a single key for what asks first',
    { keys: 'b', danger: () => ({ title: '', body: '', confirmLabel: '', undoable: false }) },
    /asks first/,
  ],
])('the proof catches %s', (_name, over, fault) => {
  const odd: Command = {
    id: 'odd.thing',
    title: () => 'Odd',
    section: '',
    icon: () => null,
    scope: 'abuse',
    places: [],
    run: () => {},
    ...over,
  }
  expect(faultsIn([...commands, odd])).not.toEqual([])
  for (const each of faultsIn([...commands, odd])) expect(each).toMatch(fault)
})

describe('custom keys', () => {
  const strokes = [
    ...'abcdefghijklmnopqrstuvwxyz0189./[;'.split(''),
    '$mod+k',
    '$mod+;',
    '$mod+t',
    'Shift+b',
    'Enter',
    'Escape',
    'Alt+x',
    'ArrowDown',
    'é',
  ]
  const anyKeys = fc.oneof(
    fc.constant(''),
    fc.constantFrom(...bound.map(({ keys }) => keys)),
    fc.array(fc.constantFrom(...strokes), { minLength: 1, maxLength: 3 }).map((list) => list.join(' ')),
    fc.string({ maxLength: 5 }),
  )
  const anyId = fc.constantFrom(...commands.map(({ id }) => id), 'gone.by-now')
  const anyChoice = fc.dictionary(anyId, anyKeys, { maxKeys: 12, noNullPrototype: true })

  test('any stored choice gives a valid keymap, and ignored entries are reported', () => {
    fc.assert(
      fc.property(anyChoice, (chosen) => {
        const scheme = keyScheme(commands, chosen)
        expect(faultsIn(scheme.commands)).toEqual([])
        expect(faultsIn(withoutCharacterKeys(scheme.commands))).toEqual([])
        const ignored = new Set(scheme.ignored.map(({ id }) => id))
        for (const [at, command] of scheme.commands.entries()) {
          const keys = chosen[command.id]
          if (keys === undefined || ignored.has(command.id)) expect(command).toBe(commands[at])
          else expect(command.keys ?? '').toBe(keys)
        }
        for (const id of Object.keys(chosen)) expect(commands.some((command) => command.id === id) || ignored.has(id)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('a series of accepted changes, swaps, takeovers and resets applies in full', () => {
    const steps = fc.array(fc.tuple(anyId, anyKeys, fc.constantFrom('set', 'swap', 'take', 'reset')), { maxLength: 10 })
    fc.assert(
      fc.property(steps, (changes) => {
        let chosen: ChosenKeys = {}
        for (const [id, keys, way] of changes) {
          const before = keyScheme(commands, chosen)
          const accepted = way === 'set' ? problemOf(before.commands, id, keys) === null : false
          const offers = offersFor(commands, chosen, id, keys)
          const next = accepted
            ? withChoice(commands, chosen, id, keys)
            : way === 'reset'
              ? withoutChoice(commands, chosen, id)
              : ((way === 'swap' ? offers?.swap : way === 'take' ? offers?.take : null) ?? chosen)
          const { commands: after, ignored } = keyScheme(commands, next)
          expect(ignored).toEqual([])
          expect(faultsIn(after)).toEqual([])
          if (accepted || (next !== chosen && way !== 'reset')) expect(after.find((command) => command.id === id)?.keys ?? '').toBe(keys)
          expect(withChange({ keys: { ...chosen } }, { keys: keyChange(chosen, next) }).keys).toEqual(next)
          chosen = next
        }
      }),
      { numRuns: 60 },
    )
  })

  const problem = (id: string, keys: string, chosen: ChosenKeys = {}) => {
    const found = problemOf(keyScheme(commands, chosen).commands, id, keys)
    return found?.kind === 'taken' ? found.by.map((command) => command.id) : (found?.kind ?? null)
  }
  test.each<[string, string, string, ReturnType<typeof problem>]>([
    ['a free key', 'customer.edit', 'b', null],
    ['a free sequence', 'customer.ban', 'b b', null],
    ['its own', 'customer.edit', 'e', null],
    ['none', 'customer.edit', '', null],
    ['one that is taken', 'customer.ban', 'g c', ['go.customers']],
    ['one that begins another’s', 'customer.edit', 'm', ['report.download-sales', 'report.download-invoices']],
    ['one that another’s begins', 'customer.ban', 'e x', ['customer.edit']],
    ['the same action’s on another record', 'qr.copy-id', 'y z', null],
    ['an arrow of the list', 'list.open', 'ArrowDown', ['list.next']],
    ['an arrow outside of lists', 'customer.edit', 'ArrowLeft', 'list'],
    ['one key for what asks first', 'customer.ban', 'b', 'asks'],
    ['a letter for the palette', 'palette.open', 'b', 'typing'],
    ['a sign with Ctrl for the palette', 'palette.open', '$mod+/', null],
    ['no key for the palette', 'palette.open', '', 'needed'],
    ['a sequence for what is held', 'list.next', 'b n', 'repeats'],
    ['the browser’s', 'customer.edit', '$mod+t', 'reserved'],
    ['what AltGr types', 'customer.edit', '$mod+Alt+e', 'reserved'],
    ['what no other keyboard has', 'customer.edit', 'ñ', 'form'],
    ['three strokes', 'customer.edit', 'b b b', 'form'],
    ['an unknown command', 'gone.by-now', 'b', 'unknown'],
    [
      'the keys of the same verb on what is selected',
      'list.export',
      'l x',
      ['customers.export', 'qrs.export', 'webrisks.export', 'abuses.export'],
    ],
  ])('%s: %s on %j', (_name, id, keys, expected) => {
    expect(problem(id, keys)).toEqual(expected)
  })

  test('a key is free once its command is rebound', () => {
    expect(problem('customer.edit', 'n')).toEqual(['customer.write-note'])
    expect(problem('customer.edit', 'n', { 'customer.write-note': 'b' })).toBeNull()
  })

  test('two commands swap keys, and resetting one restores both', () => {
    const swapped = offersFor(commands, {}, 'customer.edit', 'n')?.swap ?? {}
    expect(swapped).toEqual({ 'customer.edit': 'n', 'customer.write-note': 'e' })
    expect(withoutChoice(commands, swapped, 'customer.edit')).toEqual({})
  })

  test('taking a key from another command leaves that one without a key', () => {
    expect(offersFor(commands, {}, 'customer.edit', 'n')?.take).toEqual({ 'customer.edit': 'n', 'customer.write-note': '' })
  })

  test('row movement keeps its arrow key when its letter changes', () => {
    const next = keyScheme(commands, { 'list.next': 'b' }).commands.find(({ id }) => id === 'list.next')
    expect(next && keysOf(next)).toEqual(['b', 'ArrowDown'])
  })
})

describe('without single-character keys', () => {
  const left = withoutCharacterKeys(commands).flatMap((command) => keysOf(command).map((keys) => [command.id, keys]))

  test('arrows, Enter, Escape and keys with a modifier still work', () => {
    expect(left).toContainEqual(['palette.open', '$mod+k'])
    expect(left).toContainEqual(['list.next', 'ArrowDown'])
    expect(left).toContainEqual(['list.open', 'Enter'])
    expect(left).toContainEqual(['list.clear-selection', 'Escape'])
    expect(left).toContainEqual(['change.undo', '$mod+z'])
  })

  test('no screen-reader browse-mode key is bound, nor any other single character', () => {
    for (const [, keys = ''] of left) {
      expect(browseModeKeys).not.toContain(parseKeys(keys)[0])
      expect(parseKeys(keys)[0]).not.toMatch(/^(Shift\+)?.$/)
    }
  })
})

test('a sequence begins with the letter of its resource', () => {
  const prefixes: Record<string, readonly string[]> = {
    g: ['go'],
    a: ['customer', 'customers'],
    s: ['customer', 'customers'],
    q: ['qr', 'qrs'],
    c: ['customer', 'folders'],
    // The same key refunds a customer's payments.
    p: ['payment', 'customer'],
    m: ['report'],
    d: ['domain', 'domain-list', 'hostname'],
    t: ['customer'],
    i: ['invitation', 'invoice', 'invoice-list'],
    f: ['api-call'],
    l: ['list', 'customers', 'qrs', 'webrisks', 'abuses'],
    y: Object.keys(scopeNames),
    o: Object.keys(scopeNames),
    w: ['webrisk', 'webrisks', 'word'],
    r: ['abuse', 'abuses'],
    u: ['user'],
    v: ['approval'],
  }
  for (const { command, keys } of bound.filter(({ keys }) => parseKeys(keys).length > 1))
    expect(prefixes[parseKeys(keys)[0] ?? ''], `${command.id}: ${keys}`).toContain(command.id.split('.')[0])
})

test('irreversible actions ask first', () => {
  const asking = commands.filter(({ danger }) => danger).map(({ id }) => id)
  for (const id of ['customer.cancel-immediately', 'customer.restore', 'customer.disable-two-factor', 'payment.refund', 'payment.approve'])
    expect(asking).toContain(id)
})

test('ids are unique and consist of a resource and a verb', () => {
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
  for (const { id } of commands) expect(id).toMatch(/^[a-z-]+\.[a-z-]+$/)
})

test('only movement repeats, and only palette.open and link.copy work everywhere', () => {
  expect(commands.filter(({ repeats }) => repeats).map(({ id }) => id.split('.')[1])).toEqual(expect.arrayContaining(['next', 'previous']))
  for (const { id, repeats } of commands) if (repeats) expect(id).toMatch(/\.(next|previous|select-down|select-up)$/)
  expect(commands.filter(({ everywhere }) => everywhere).map(({ id }) => id)).toEqual(['palette.open', 'link.copy'])
})
