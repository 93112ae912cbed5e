import { expect, test } from 'vitest'
import type { Command, Scope } from '../../src/commands/command.ts'
import { keyCaps } from '../../src/commands/key-labels.ts'
import { commands } from '../../src/commands/registry.ts'

const scopes: readonly (readonly [Scope, string])[] = [
  ['global', 'Everywhere'],
  ['list', 'In a list'],
  ['customer', 'On a customer'],
  ['payment', 'On a payment'],
  ['note', 'On a note'],
  ['feedback', 'On feedback'],
  ['qr', 'On a QR code'],
  ['qrs', 'On the selected QR codes'],
  ['folders', 'On the selected folders'],
  ['invoice', 'On an invoice'],
  ['invoice-list', 'On the invoices of a month or a customer'],
  ['report', 'On the sales reports'],
  ['domain-list', 'On the blocked or the allowed domains'],
  ['domain', 'On a domain of these lists'],
  ['hostname', 'On a customer’s domain'],
  ['invitation', 'On an invitation'],
  ['api-call', 'On an API call'],
  ['webrisk', 'On a web-risk entry'],
  ['webrisks', 'On the selected web-risk entries'],
  ['tracker', 'On a row of the web-risk log'],
  ['abuse', 'On an abuse report'],
  ['abuses', 'On the selected abuse reports'],
  ['user', 'On a staff account'],
]

const introduction = `# Keys

Generated from the command registry by \`npx vitest run tests/commands/keyboard-page.test.ts -u\`; do not edit. \`Ctrl\` is \`⌘\` on a Mac.
Keys match the character typed, and by position on layouts of another script. No key but \`Ctrl K\` acts while one types.
`

const caps = (keys: string) =>
  keyCaps(keys, false)
    .map((cap) => `\`${cap}\``)
    .join(' ')

const line = ({ keys = '', moreKeys = [], title }: Command) => `| ${[keys, ...moreKeys].map(caps).join(' or ')} | ${title(null)} |`

test('docs/keyboard.md is what the registry says', async () => {
  const sections = scopes.map(([scope, heading]) => {
    const lines = commands.filter((command) => command.scope === scope && command.keys !== undefined).map(line)
    return `## ${heading}\n\n| keys | does |\n|---|---|\n${lines.join('\n')}\n`
  })
  await expect([introduction, ...sections].join('\n')).toMatchFileSnapshot('../../docs/keyboard.md')
})
