import { expect, test } from 'vitest'
import { commands } from '../../../src/commands/registry.ts'
import { clarityOf } from '../../../src/commands/text/clarity.ts'
import { matchPart } from '../../../src/commands/text/phrases.ts'
import { tokenize } from '../../../src/commands/text/tokens.ts'
import { indexVerbs } from '../../../src/commands/text/verb-index.ts'
import { allCapabilities } from '../../../src/contract/capabilities.ts'

const verbs = indexVerbs(commands, allCapabilities, ['customer', 'qr', 'invoice', 'payment', 'invitation'])

/** How clearly a text asks for a command, at its clearest name. */
function clarity(text: string, id: string): string {
  const { tokens } = tokenize(text)
  const all = verbs
    .filter(({ item }) => item.id === id)
    .flatMap((phrase) => {
      const match = matchPart(tokens, phrase)
      if (!match) return []
      const { isVague, isWhole, saysWhat } = clarityOf(phrase, match, { words: '', asStatus: null, isDated: false })
      return isVague ? 'vague' : isWhole ? (saysWhat ? 'clear' : 'a thing') : 'a part'
    })
  return (['clear', 'a thing', 'vague', 'a part'] as const).find((each) => all.includes(each)) ?? 'no name of it'
}

test.each([
  ['ban', 'customer.ban', 'clear'],
  ['ban ana ruiz', 'customer.ban', 'clear'],
  ['unban', 'customer.ban', 'clear'],
  ['refund', 'customer.refund', 'clear'],
  ['extend trial', 'customer.extend-trial', 'clear'],
  ['trial', 'customer.extend-trial', 'a thing'],
  ['ext', 'customer.extend-trial', 'a part'],
  ['copy', 'customer.copy-id', 'vague'],
  ['copy id', 'customer.copy-id', 'clear'],
  ['remove', 'customer.detach-discount', 'vague'],
  ['remove discount', 'customer.detach-discount', 'clear'],
  ['delete', 'customer.delete-note', 'vague'],
  ['hello', 'customer.ban', 'no name of it'],
])('%s, as a name of %s: %s', (text, id, expected) => {
  expect(clarity(text, id)).toBe(expected)
})
