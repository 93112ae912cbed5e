import { expect, test } from 'vitest'
import { commands } from '../../../src/commands/registry.ts'
import { lackingIn, lackingWith } from '../../../src/commands/text/lacking.ts'
import { tokenize } from '../../../src/commands/text/tokens.ts'
import { allCapabilities, capabilitiesOf } from '../../../src/contract/capabilities.ts'

const lacking = (text: string, role: 1 | 2) =>
  lackingIn(tokenize(text), lackingWith(role === 1 ? allCapabilities : capabilitiesOf(2), commands))

test.each([
  ['erase kay gislason', 'Erase personal data'],
  ['force approve isaia palazzo', "Force-approve a customer's payment"],
  ['unlock marta', 'Unlock sign-in'],
  ['general dashboard', 'General dashboard'],
  ['audit trail', 'Audit trail'],
  ['ban kay gislason', null],
  ['kay gislason', null],
  ['payments', null],
  ['', null],
])('says that ‘%s’ is not for role 2: %s', (text, expected) => {
  expect(lacking(text, 2)).toBe(expected)
  expect(lacking(text, 1)).toBeNull()
})
