import { expect, test } from 'vitest'
import { declaredIn, inPlainWords } from '../../../src/commands/text/team-words.ts'
import { maxLength } from '../../../src/commands/text/tokens.ts'

const words = [
  { word: 'devolver', meaning: 'refund' },
  { word: 'dar de baja', meaning: 'cancel' },
  { word: 'baja', meaning: 'cancel now' },
  { word: 'moroso', meaning: 'past due' },
  { word: 'nota', meaning: 'note' },
  { word: '返金', meaning: 'refund' },
]

test.each([
  ['devolver', 'refund'],
  ['Devólver 5 ana ruiz', 'refund 5 ana ruiz'],
  ['ana ruiz, devolver!', 'ana ruiz, refund!'],
  ['¿devolver?', '¿refund?'],
  ['返金 4711', 'refund 4711'],
  ['dar de baja ana ruiz', 'cancel ana ruiz'],
  ['dar  de  baja ana', 'cancel ana'],
  ['baja ana', 'cancel now ana'],
  ['moroso customers devolver', 'past due customers refund'],
  ['devolver 5 ana because she wants devolver', 'refund 5 ana because she wants devolver'],
  ['devolver ana: moroso', 'refund ana: moroso'],
  ['devolver ana – moroso', 'refund ana – moroso'],
  ['devolver ana (moroso)', 'refund ana (moroso)'],
  // As a note was written, so it is kept.
  ['note ana@cafesol.es moroso', 'note ana@cafesol.es moroso'],
  ['add a note moroso', 'add a note moroso'],
  ['nota ana@cafesol.es moroso', 'note ana@cafesol.es moroso'],
])('reads %j as %j', (text, plain) => {
  expect(inPlainWords(text, words).text).toBe(plain)
})

test.each([
  '',
  'refund ana',
  'devolvera ana',
  '‘devolver’',
  '"dar de baja"',
  'devolver@cafesol.es',
  'https://devolver.example/baja',
  'devolver.example',
  'devolver-menu',
  'dar, de baja-menu',
  '‘devolver’ means cancel',
  `devolver ${'x'.repeat(maxLength)}`,
])('leaves %j as it is', (text) => {
  expect(inPlainWords(text, words)).toEqual({ text, used: [] })
})

test('says which words were read, each once, and reads no meaning again', () => {
  const own = [...words, { word: 'refund', meaning: 'ban' }]
  expect(inPlainWords('devolver moroso devolver', own)).toEqual({ text: 'refund past due refund', used: [words[0], words[3]] })
})

test.each([
  ['‘devolver’ means refund', 'devolver', 'refund'],
  ["'Devolver' means 'refund'", 'devolver', 'refund'],
  ['devolver means refund', 'devolver', 'refund'],
  ['devolver = discount 20 %', 'devolver', 'discount 20 %'],
  ['dar de baja means cancel now', 'dar de baja', 'cancel now'],
])('%j declares a word', (text, word, meaning) => {
  expect(declaredIn(text)).toEqual({ word, meaning })
})

test.each(['', 'means', 'devolver means', 'means refund', '4711 means refund', 'ana@cafesol.es means refund', 'devolver means note: x'])(
  '%j declares none',
  (text) => {
    expect(declaredIn(text)).toBeNull()
  },
)
