import { expect, test } from 'vitest'
import { nameOf, namesAmong, withIdentifier } from '../../../src/commands/text/names-among.ts'
import { tokenize } from '../../../src/commands/text/tokens.ts'

test.each([
  ['ban ana ruiz for phishing', ['ban ana', 'ana ruiz', 'ban ana ruiz']],
  ['why was Ana Ruiz charged', ['Ana Ruiz', 'Ruiz charged', 'Ana Ruiz charged']],
  ['called ana, ruiz was away', ['called ana']],
  ['refund ana ruiz, ana ruiz', ['refund ana', 'ana ruiz', 'refund ana ruiz']],
  ['ana ruiz', []],
  ['refund 5', []],
  ['', []],
])('in ‘%s’, these may be names: %j', (text, names) => {
  expect(namesAmong(tokenize(text).tokens).map(nameOf)).toEqual(names)
})

test('a name gives its place to an identifier, and the rest keeps its places in the text', () => {
  const typed = tokenize("note Ana Ruiz's card expired")
  const run = typed.tokens.slice(1, 3)
  expect(nameOf(run)).toBe('Ana Ruiz')
  const { text, tokens } = withIdentifier(typed, run, '#12')
  expect(tokens.map(({ raw }) => raw)).toEqual(['note', '#12', 'card', 'expired'])
  expect(tokens[1]?.recognised?.shapes).toContainEqual({ kind: 'customer-id', id: 12 })
  expect(text.slice(tokens[1]?.from, tokens[1]?.to)).toBe("Ana Ruiz's")
})
