import { expect, test } from 'vitest'
import type { Command } from '../../../src/commands/engine/command.ts'
import { keyCaps } from '../../../src/commands/keys/key-labels.ts'
import { scopeNames, scopes } from '../../../src/commands/keys/scope-names.ts'
import { commands } from '../../../src/commands/registry.ts'

const introduction = `# Keys

Generated from the command registry by \`npx vitest run tests/commands/keys/keyboard-page.test.ts -u\`; do not edit. \`Ctrl\` is \`⌘\` on a Mac.
Keys match the character typed, and by position on layouts of another script. No key but \`Ctrl K\` acts while one types, and \`Ctrl ;\` where something is asked.
\`Enter\` confirms what can be taken back; what is final takes \`Ctrl ↵\` or its own button. \`Ctrl K\` in the palette starts afresh, and closes it at the top.
In the palette a verb may come first: \`ban\`, \`refund 10\`, \`extend trial 7 4711\`, \`block aB3xYz\`; it asks for the record that is not named.
Lists are filtered by words: \`unpaid customers in spain\`, \`stopped qrs of 4711\`, \`refunded payments march\`; what is not understood is said.
What has a name on the page is found by it: \`invitations\`, \`limits\`, a filter, a button.
Everybody can change the keys for themselves, and switch single-letter shortcuts off: 'Customize shortcuts' in the palette.
`

const caps = (keys: string) =>
  keyCaps(keys, false)
    .map((cap) => `\`${cap}\``)
    .join(' ')

const line = ({ keys = '', moreKeys = [], title }: Command) => `| ${[keys, ...moreKeys].map(caps).join(' or ')} | ${title(null)} |`

test('docs/keyboard.md matches the registry', async () => {
  const sections = scopes.map((scope) => {
    const lines = commands.filter((command) => command.scope === scope && command.keys !== undefined).map(line)
    return `## ${scopeNames[scope]}\n\n| keys | does |\n|---|---|\n${lines.join('\n')}\n`
  })
  await expect([introduction, ...sections].join('\n')).toMatchFileSnapshot('../../../docs/keyboard.md')
})
