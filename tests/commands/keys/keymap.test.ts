import { describe, expect, test } from 'vitest'
import { keyLabel } from '../../../src/commands/keys/key-labels.ts'
import { advance, type Binding, isCanonical, type Press, parseKeys, strokesOf } from '../../../src/commands/keys/keymap.ts'

const press = (key: string, code: string, over: Partial<Press> = {}): Press => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  altGraph: false,
  ...over,
})

describe('the strokes for a key press', () => {
  test.each<[string, Press, boolean, string[]]>([
    ['a letter', press('b', 'KeyB'), false, ['b']],
    ['a letter under caps lock', press('B', 'KeyB'), false, ['b']],
    ['a letter with Shift', press('X', 'KeyX', { shiftKey: true }), false, ['Shift+x']],
    ['? on a US layout', press('?', 'Slash', { shiftKey: true }), false, ['?']],
    ['? on a Spanish layout', press('?', 'Minus', { shiftKey: true }), false, ['?']],
    ['/ on a German layout', press('/', 'Digit7', { shiftKey: true }), false, ['/']],
    ['. on AZERTY', press('.', 'Comma', { shiftKey: true }), false, ['.']],
    ['a on AZERTY stands where q does', press('a', 'KeyQ'), false, ['a']],
    ['a letter of Latin script beyond ASCII is not a position', press('ñ', 'Semicolon'), false, ['ñ']],
    ['[ by AltGr on Linux', press('[', 'Digit8', { altGraph: true }), false, ['[']],
    ['[ by AltGr on Windows', press('[', 'Digit8', { altGraph: true, ctrlKey: true, altKey: true }), false, ['[']],
    ['[ by Option on a Mac', press('[', 'Digit5', { altKey: true }), true, ['[']],
    ['AltGr with a letter is the layout’s', press('ą', 'KeyA', { altGraph: true }), false, []],
    ['Cyrillic by position', press('и', 'KeyB'), false, ['и', 'b']],
    ['Cyrillic with Shift', press('Ч', 'KeyX', { shiftKey: true }), false, ['Shift+ч', 'Shift+x']],
    ['Ctrl+K on a Cyrillic layout', press('л', 'KeyK', { ctrlKey: true }), false, ['$mod+л', '$mod+k']],
    ['the point by position on a Cyrillic layout', press('ю', 'Period'), false, ['ю', '.']],
    ['the Arabic question mark', press('؟', 'Slash', { shiftKey: true }), false, ['؟', '?']],
    ['Ctrl on Windows', press('k', 'KeyK', { ctrlKey: true }), false, ['$mod+k']],
    ['Ctrl on a Mac is another key', press('k', 'KeyK', { ctrlKey: true }), true, ['Control+k']],
    ['Command on a Mac', press('k', 'KeyK', { metaKey: true }), true, ['$mod+k']],
    ['the Windows key', press('k', 'KeyK', { metaKey: true }), false, ['Meta+k']],
    ['Alt with a letter', press('k', 'KeyK', { altKey: true }), false, ['Alt+k']],
    ['Enter with Ctrl', press('Enter', 'Enter', { ctrlKey: true }), false, ['$mod+Enter']],
    ['a modifier alone', press('Shift', 'ShiftLeft', { shiftKey: true }), false, []],
    ['a dead key', press('Dead', 'Quote'), false, []],
    ['a key of an input method', press('Process', 'KeyA'), false, []],
  ])('%s', (_name, given, mac, strokes) => {
    expect(strokesOf(given, mac)).toEqual(strokes)
  })
})

describe('sequences', () => {
  const bindings: Binding<string>[] = ['g c', 'g q', 'x', 'y i', 'y i'].map((keys, index) => ({
    strokes: parseKeys(keys),
    bound: `${keys}#${index}`,
  }))

  test('match a single key', () => expect(advance(bindings, [], ['x'])).toEqual({ kind: 'match', bound: 'x#2' }))
  test('list the keys that may follow a prefix', () => {
    const step = advance(bindings, [], ['g'])
    expect(step).toMatchObject({ kind: 'pending', strokes: ['g'] })
    expect(step.kind === 'pending' && step.follow.map(({ stroke }) => stroke)).toEqual(['c', 'q'])
  })
  test('match their last key', () => expect(advance(bindings, ['g'], ['q'])).toEqual({ kind: 'match', bound: 'g q#1' }))
  test('do not match a single key after a prefix', () => expect(advance(bindings, ['g'], ['x'])).toEqual({ kind: 'none' }))
  test('match the inner of two bindings', () => expect(advance(bindings, ['y'], ['i'])).toEqual({ kind: 'match', bound: 'y i#3' }))
  test('match by position if not by character', () =>
    expect(advance(bindings, ['g'], ['с', 'c'])).toEqual({ kind: 'match', bound: 'g c#0' }))
})

test.each([
  ['g c', true],
  ['$mod+k', true],
  ['$mod+Enter', true],
  ['Shift+x', true],
  ['?', true],
  ['ArrowDown', true],
  ['G', false],
  ['$mod+K', false],
  ['Shift+?', false],
  ['Ctrl+k', false],
  ['k+$mod', false],
  ['g  c', false],
  ['', false],
])('%j is canonical: %s', (keys, canonical) => {
  expect(isCanonical(keys)).toBe(canonical)
})

test.each([
  ['$mod+k', false, 'Ctrl K'],
  ['$mod+k', true, '⌘K'],
  ['g c', false, 'g then c'],
  ['Shift+x', false, 'Shift X'],
  ['$mod+Enter', true, '⌘↵'],
  ['ArrowDown', false, '↓'],
  ['?', false, '?'],
])('%s (Mac: %s) is shown as %s', (keys, mac, label) => {
  expect(keyLabel(keys, mac)).toBe(label)
})
