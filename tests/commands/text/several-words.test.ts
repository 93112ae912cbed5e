import { expect, test } from 'vitest'
import { commands } from '../../../src/commands/registry.ts'
import { namedVerb } from '../../../src/commands/text/named-verb.ts'
import { requestsIn, severalIn } from '../../../src/commands/text/several-words.ts'
import type { Tokens } from '../../../src/commands/text/token.ts'
import { tokenize } from '../../../src/commands/text/tokens.ts'
import { indexVerbs } from '../../../src/commands/text/verb-index.ts'
import { readVerbs } from '../../../src/commands/text/verbs.ts'
import { allCapabilities } from '../../../src/contract/capabilities.ts'

const verbs = indexVerbs(commands, allCapabilities, ['customer', 'qr', 'invoice', 'payment'])
const read = (typed: Tokens) => readVerbs(typed, verbs)

test.each([
  ['Please cancel at once and refund me.', ['cancel-at-once', 'refund']],
  ['I want my money back, now!\nDelete my account.', ['refund', 'erase']],
  ['Please cancel my subscription immediately.', ['cancel-at-once']],
  ['Cancel. I said cancel!', ['cancel-at-period-end']],
  ['Our menu shows an error since Monday.\nWho can look at it?', []],
  ['We changed the address of our account.', []],
  ['', []],
])('the mail ‘%s’ asks for %j', (text, names) => {
  expect(requestsIn(text, true, read).map(({ verb }) => verb.name)).toEqual(names)
})

test('what a mail asks for takes no value out of its sentences', () => {
  const [refund] = requestsIn('Refund 500 to me, order 12.', true, read)
  expect(refund).toMatchObject({ words: '', unused: [], typing: { tokens: [], text: null } })
})

test('the verbs of a mail say nothing about all that it names', () => {
  const mail =
    'From: Ana <ana@cafesol.es>; To: help@cafe.es; Please cancel my subscription at the end of the period.; My order was QD-0001613, thank you.'
  const typed = tokenize(mail)
  const { several, typing, unused } = severalIn(typed, namedVerb(typed, read(typed), commands), 'https://console.example')
  expect(several?.isLetter).toBe(true)
  expect([typing, unused]).toEqual(['', []])
})
