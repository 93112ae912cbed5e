import { expect, test } from 'vitest'
import { usualRow, withChosen } from '../../../src/commands/text/usual-rows.ts'
import { type Preferences, PreferencesChange, withChange } from '../../../src/contract/preferences.ts'

/** What is known after these choices, each of a text and a row. */
const after = (...choices: (readonly [typed: string, row: string | null])[]) =>
  choices.reduce<NonNullable<Preferences['usual']>>((chosen, [typed, row]) => ({ ...chosen, ...withChosen(chosen, typed, row) }), {})

const thrice = (typed: string, row: string | null) => [[typed, row] as const, [typed, row] as const, [typed, row] as const]

test('a row is usual from the third time on, also for what begins the text', () => {
  expect(usualRow(after(['notes', 'go.notes'], ['notes', 'go.notes']), 'notes')).toBeNull()
  const chosen = after(...thrice('Notes ', 'go.notes'))
  for (const typed of ['notes', 'NOTES', 'note', 'no']) expect(usualRow(chosen, typed)).toBe('go.notes')
  for (const typed of ['n', '', 'notes of', 'otes']) expect(usualRow(chosen, typed)).toBeNull()
})

test('it is forgotten after three other choices, not after two', () => {
  const others = thrice('no', 'go.feedback')
  expect(usualRow(after(...thrice('no', 'go.notes'), ...others.slice(1)), 'no')).toBe('go.notes')
  expect(usualRow(after(...thrice('no', 'go.notes'), ...others), 'no')).toBe('go.feedback')
  expect(usualRow(after(...thrice('no', 'go.notes'), ...thrice('no', null)), 'no')).toBeNull()
})

test('the beginning of two such texts says neither', () => {
  const chosen = after(...thrice('notes', 'go.notes'), ...thrice('note ana', 'go.feedback'))
  expect(usualRow(chosen, 'not')).toBeNull()
  expect(usualRow(chosen, 'notes')).toBe('go.notes')
})

test.each(['ana@cafesol.es', '4711', 'refund 5', 'https://evil.example', '', 'x'.repeat(61)])('nothing is kept of %j', (typed) => {
  expect(withChosen({}, typed, 'go.notes')).toBeNull()
})

test('nothing is sent that says nothing new', () => {
  expect(withChosen({}, 'notes', null)).toBeNull()
  expect(withChosen({ notes: Array.from({ length: 5 }, () => 'go.notes') }, 'notes', 'go.notes')).toBeNull()
})

test('at most fifty texts are kept, and null clears them', () => {
  const letters = (at: number) => `text ${String.fromCharCode(97 + Math.floor(at / 26))}${String.fromCharCode(97 + (at % 26))}`
  let preferences: Preferences = {}
  for (let at = 0; at < 60; at++) preferences = withChange(preferences, { usual: { [letters(at)]: ['go.notes'] } })
  const texts = Object.keys(preferences.usual ?? {})
  expect([texts.length, texts[0], texts.at(-1)]).toEqual([50, letters(10), letters(59)])
  expect(withChange(preferences, { usual: null }).usual).toEqual({})
  for (const text of ['4711', 'ana@cafesol.es'])
    expect(PreferencesChange.safeParse({ usual: { [text]: ['go.notes'] } }).success).toBe(false)
})
