import { expect, test } from 'vitest'
import { activeCommands } from '../../src/commands/keys/active.ts'
import { commands } from '../../src/commands/registry.ts'
import { tokenize } from '../../src/commands/text/tokens.ts'
import { commandReadings, indexCommand } from '../../src/layout/palette/readings/commands.ts'
import { arrange, decide } from '../../src/layout/palette/readings/reading.ts'
import { makeContext } from '../commands/samples.ts'

const { context } = makeContext()
const indexed = activeCommands(commands, context).map((resolved) => indexCommand({ id: resolved.command.id, resolved }, []))

/** The first row for a text that no record begins with, and the row that Enter runs. */
function firstOf(text: string) {
  const readings = commandReadings(tokenize(text), indexed, context)
  const decision = decide(readings)
  return [arrange(readings)[0]?.rows[0]?.value, decision.state === 'certain' ? decision.value : null]
}

// Words from the names of the screens, from the menu, from their addresses, and others.
test.each([
  ['/users', 'users', 'staff', 'staff accounts', 'accounts staff', 'admin', 'colleagues'],
  ['/security/domain-blacklist', 'blocked domains', 'blacklist', 'domain-blacklist', 'security'],
  ['/security/domain-whitelist', 'allowed domains', 'whitelist', 'trusted'],
  ['/security/webrisk', 'web risk', 'web-risk', 'webrisk', 'phishing', '/security/webrisk'],
  ['/security/webrisk-logs', 'web-risk logs', 'webrisk logs', 'logs'],
  ['/security/abuse', 'abuse', 'abuse reports', 'complaints', 'security abuse'],
  ['/api-calls', 'api', 'api calls', 'api-calls', 'requests'],
  ['/audit', 'audit', 'audit trail', 'who changes'],
  ['/sales', 'sales', 'sales reports', 'reports', 'csv'],
  ['/invoices', 'invoices', 'invoice', 'bills', 'go to inv'],
  ['/payments', 'payments', 'charges'],
  ['/customers', 'customers', 'subscribers'],
  ['/customers/notes', 'notes', 'customer notes', '/customers/notes'],
  ['/customers/feedback', 'feedback', 'opinions'],
  ['/customers/domains', 'domains', 'customer domains', 'hostnames'],
  ['/customers/referred', 'referred', 'referrals'],
  ['/qrs', 'qrs', 'qr', 'qr codes'],
  ['/qrs/archived', 'archived', 'archived qrs'],
  ['/qrs/risk', 'risk', 'risky'],
  ['/qrs/uri', 'uri history', 'uri'],
  ['/qrs/stats', 'stats', 'qr stats', 'qrs/stats'],
  ['/qrs/infected', 'infected', 'malware'],
  ['/general', 'general', 'dashboard', 'home'],
  ['/analysis', 'analysis', 'countries', 'conversion'],
])('%s is the first match for words from its name, menu and address', (href, ...texts) => {
  const screen = indexed.find(({ item }) => item.resolved.command.href === href)?.item.id
  expect(screen).toBeDefined()
  for (const text of texts) expect([text, ...firstOf(text)]).toEqual([text, screen, screen])
})
