import { expect, test } from 'vitest'
import { commands } from '../../../src/commands/registry.ts'
import { requestsIn } from '../../../src/commands/text/several-words.ts'
import type { Tokens } from '../../../src/commands/text/token.ts'
import { indexVerbs } from '../../../src/commands/text/verb-index.ts'
import { readVerbs } from '../../../src/commands/text/verbs.ts'
import { allCapabilities } from '../../../src/contract/capabilities.ts'

const verbs = indexVerbs(commands, allCapabilities, ['customer', 'qr', 'invoice', 'payment'])
const read = (typed: Tokens) => readVerbs(typed, verbs)

test.each([
  ['Please cancel at once and refund me.', ['cancel-at-once', 'refund']],
  ['I want my money back, now!\nDelete my account.', ['refund', 'erase']],
  ['Cancel. I said cancel!', ['cancel-at-period-end']],
  ['Our menu shows an error since Monday.\nWho can look at it?', []],
  ['We changed the address of our account.', []],
  ['', []],
])('the mail ‘%s’ asks for %j', (text, asked) => {
  expect(requestsIn(text, true, read).map(({ verb }) => verb.name)).toEqual(asked)
})

test('what a mail asks for takes no value out of its sentences', () => {
  const [refund] = requestsIn('Refund 500 to me, order 12.', true, read)
  expect(refund).toMatchObject({ words: '', unused: [], typing: { tokens: [], text: null } })
})
