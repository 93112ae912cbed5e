import { buildChangedConsole } from './changed-console.ts'

export const crowdedCommands = 300

/** A build of the console with its registry padded to 300 commands, because the product has fewer so far. */
export const buildCrowdedConsole = () => buildChangedConsole('src/commands/registry.ts', crowd)

/** Appends commands that do nothing to the list. */
function crowd(code: string): string {
  const renamed = code.replace(/export const commands\b/, 'const ownCommands')
  if (renamed === code) throw new Error('src/commands/registry.ts exports no commands')
  return `${renamed}
const words = 'export audit refund invoice subscription plan discount coupon domain country limit trial note folder archive restore transfer preview'.split(' ')
export const commands: readonly Command[] = [
  ...ownCommands,
  ...Array.from({ length: Math.max(0, ${crowdedCommands} - ownCommands.length) }, (_, index): Command => ({
    id: \`bench.command-\${index}\`,
    title: () => \`\${words[index % 18]} \${words[(index * 7 + 3) % 18]} number \${index}\`,
    section: 'Bench',
    icon: ownCommands[0]!.icon,
    scope: 'global',
    places: [],
    run: () => {},
  })),
]
`
}
