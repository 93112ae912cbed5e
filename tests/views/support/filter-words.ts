import { beforeEach, vi } from 'vitest'
import { activeCommands } from '../../../src/commands/keys/active.ts'
import { commands } from '../../../src/commands/registry.ts'
import { allCapabilities, type Capability } from '../../../src/contract/capabilities.ts'
import { filteredLists, namedLists } from '../../../src/layout/list/words/named-lists.ts'
import { makeContext } from '../../commands/samples.ts'
import '../../../src/layout/records/invoices-list.tsx'
import '../../../src/layout/records/qrs-list.tsx'
import '../../../src/views/abuse/abuse-list.tsx'
import '../../../src/views/analysis/analysis-list.tsx'
import '../../../src/views/api-calls/api-calls-list.tsx'
import '../../../src/views/audit/audit-list.tsx'
import '../../../src/views/customer-domains/customer-domains-list.tsx'
import '../../../src/views/customers/customers-list.tsx'
import '../../../src/views/payments/payments-page.tsx'
import '../../../src/views/qrs-stats/stats-list.tsx'
import '../../../src/views/referred/referred-list.tsx'
import '../../../src/views/webrisk-logs/tracker-list.tsx'
import '../../../src/views/webrisk/webrisk-list.tsx'

/** The lists that commands of these capabilities open. */
export function listsFor(capabilities: readonly Capability[]) {
  const { context } = makeContext()
  return namedLists(activeCommands(commands, { ...context, user: { ...context.user, capabilities: [...capabilities] } }), '/')
}

/** Each list as the palette names it: its title, its filters and, after a dash, the text left over. */
export const namesOf = (text: string, lists: ReturnType<typeof listsFor>) =>
  filteredLists(text, lists).map(
    ({ list: { title }, chips, ignored }) => [title, ...chips].join(' · ') + (ignored.length > 0 ? ` — ${ignored.join(' ')}` : ''),
  )

/** Sets the clock to a Monday for each test. Returns how to read all lists. */
export function listsOnMonday() {
  let lists: ReturnType<typeof listsFor> | null = null
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z'), toFake: ['Date'] }))
  // Not earlier than in a test, because the previous test file may have left other API features set.
  return () => (lists ??= listsFor(allCapabilities))
}
