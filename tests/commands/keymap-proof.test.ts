import { describe, expect, test } from 'vitest'
import type { Command, Scope, TargetType } from '../../src/commands/command.ts'
import { isCanonical, parseKeys } from '../../src/commands/keymap.ts'
import { commands } from '../../src/commands/registry.ts'
import { browserKeys, screenReaderKeys } from './reserved-keys.ts'

const types: readonly TargetType[] = [
  'customer',
  'payment',
  'note',
  'feedback',
  'qr',
  'qrs',
  'folders',
  'invoice',
  'invoice-list',
  'report',
  'domain',
  'domain-list',
  'hostname',
  'user',
  'webrisk',
  'webrisks',
  'tracker',
  'abuse',
  'abuses',
  'invitation',
  'api-call',
]

/** Scopes that can be active together: the console's, a list's, and those of one record, or of a focused row within a record's page. */
const together: readonly (readonly Scope[])[] = [
  ['global', 'list'],
  ...types.map((type) => ['global', 'list', type] as const),
  ...types.flatMap((inner) => types.filter((outer) => outer !== inner).map((outer) => ['global', 'list', inner, outer] as const)),
]

const keysOf = (command: Command) => [...(command.keys === undefined ? [] : [command.keys]), ...(command.moreKeys ?? [])]
const bound = commands.flatMap((command) => keysOf(command).map((keys) => ({ command, keys })))
const isRecord = (scope: Scope) => scope !== 'global' && scope !== 'list'

/** The same action on two records, `customer.copy-id` and `qr.copy-id`: the key is the same, and the inner record has it. */
const isSameAction = (one: Command, other: Command) =>
  one.scope !== other.scope && isRecord(one.scope) && isRecord(other.scope) && one.id.split('.')[1] === other.id.split('.')[1]

describe('every set of scopes that can be active together', () => {
  test.each(together.map((scopes) => [scopes.join(', '), scopes] as const))('%s', (_name, scopes) => {
    const active = bound.filter(({ command }) => scopes.includes(command.scope))
    for (const one of active)
      for (const other of active) {
        if (one === other || isSameAction(one.command, other.command)) continue
        expect(one.keys, `${one.command.id} and ${other.command.id} share a key`).not.toBe(other.keys)
        const [short, long] = [parseKeys(one.keys), parseKeys(other.keys)]
        const isPrefix = short.length < long.length && short.every((stroke, index) => long[index] === stroke)
        expect(isPrefix, `${one.command.id} (${one.keys}) begins ${other.command.id} (${other.keys})`).toBe(false)
      }
  })
})

test.each(bound.map(({ command, keys }) => [command.id, keys] as const))('%s: %s is canonical and free', (id, keys) => {
  expect(isCanonical(keys)).toBe(true)
  for (const stroke of parseKeys(keys)) {
    // Escape takes back the selection, and is bound only while there is one.
    if (stroke === 'Escape') expect(id).toBe('list.clear-selection')
    else expect(browserKeys.has(stroke), `${stroke} is the browser's`).toBe(false)
    expect(screenReaderKeys.has(stroke), `${stroke} is a screen reader's`).toBe(false)
  }
})

test('nothing that asks first is on a single key, and all that changes something asks or only opens', () => {
  for (const { command, keys } of bound) if (command.danger ?? command.args) expect(parseKeys(keys).length, command.id).toBeGreaterThan(1)
  const asking = commands.filter(({ danger }) => danger).map(({ id }) => id)
  for (const id of ['customer.cancel-immediately', 'customer.restore', 'customer.disable-two-factor', 'payment.refund', 'payment.approve'])
    expect(asking).toContain(id)
})

test('a sequence begins with the letter of its thing', () => {
  const prefixes: Record<string, readonly string[]> = {
    g: ['go'],
    a: ['customer'],
    s: ['customer'],
    q: ['qr', 'qrs'],
    c: ['customer', 'folders'],
    p: ['payment'],
    m: ['report'],
    d: ['domain', 'domain-list', 'hostname'],
    t: ['customer'],
    i: ['invitation', 'invoice', 'invoice-list'],
    f: ['api-call'],
    y: types,
    o: types,
    w: ['webrisk', 'webrisks'],
    r: ['abuse', 'abuses'],
    u: ['user'],
  }
  for (const { command, keys } of bound.filter(({ keys }) => parseKeys(keys).length > 1))
    expect(prefixes[parseKeys(keys)[0] ?? ''], `${command.id}: ${keys}`).toContain(command.id.split('.')[0])
})

test('ids are unique and name resource and verb', () => {
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
  for (const { id } of commands) expect(id).toMatch(/^[a-z-]+\.[a-z-]+$/)
})

test('only movement repeats, and only the palette works everywhere', () => {
  expect(commands.filter(({ repeats }) => repeats).map(({ id }) => id)).toEqual(['list.next', 'list.previous'])
  expect(commands.filter(({ everywhere }) => everywhere).map(({ id }) => id)).toEqual(['palette.open'])
})
