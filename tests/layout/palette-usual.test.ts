import { beforeEach, expect, test } from 'vitest'
import { activeCommands } from '../../src/commands/keys/active.ts'
import { commands } from '../../src/commands/registry.ts'
import { tokenize } from '../../src/commands/text/tokens.ts'
import { commandReadings, indexCommand } from '../../src/layout/palette/readings/commands.ts'
import { arrange, decide, type Reading } from '../../src/layout/palette/readings/reading.ts'
import { learnedName, withUsual } from '../../src/layout/palette/readings/usual.ts'
import type { Row } from '../../src/layout/palette/rows.ts'
import { recentRow } from '../../src/layout/records/finders/found-rows.ts'
import { startPreferences } from '../../src/layout/session/preferences.ts'
import { customerTarget, makeContext } from '../commands/samples.ts'

const { context } = makeContext()
const onCustomer = { ...context, targets: [customerTarget], pageRecord: customerTarget }
const indexedIn = (of: typeof context) =>
  activeCommands(commands, of).map((resolved) => indexCommand({ id: resolved.command.id, resolved }, []))

const readingsOf = (text: string, of: typeof context = context) => commandReadings(tokenize(text), indexedIn(of), of)

/** The heading and the first row for a text, and what Enter takes. */
function shownFor(text: string, { usual, of = context, more = [] }: { usual: string; of?: typeof context; more?: Reading[] }) {
  startPreferences({ usual: { [text]: [usual, usual, usual] } }, 7)
  const readings = withUsual([...readingsOf(text, of), ...more], text)
  const [first] = arrange(readings)
  const decision = decide(readings)
  return [first?.heading, first?.rows[0]?.value, decision.state === 'certain' ? decision.value : decision.state]
}

const usually = 'You usually choose this'
const ana = recentRow({ type: 'customer', id: 1, label: 'Domenica Ruiz', detail: 'ana@cafesol.es', href: '/customers/1' })

beforeEach(() => startPreferences({}, 7))

test('what is usually chosen comes first, and Enter takes it', () => {
  expect(shownFor('domains', { usual: 'go.domain-blacklist' })).toEqual([usually, 'go.domain-blacklist', 'go.domain-blacklist'])
  expect(shownFor('copy', { usual: 'customer.copy-id', of: onCustomer })).toEqual([usually, 'customer.copy-id', 'customer.copy-id'])
})

test('it is shown once', () => {
  startPreferences({ usual: { domains: ['go.domain-blacklist', 'go.domain-blacklist', 'go.domain-blacklist'] } }, 7)
  const values = arrange(withUsual(readingsOf('domains'), 'domains')).flatMap(({ rows }) => rows.map(({ value }) => value))
  expect(values.filter((value) => value === 'go.domain-blacklist')).toHaveLength(1)
})

test.each([
  ['a command of exactly that name', 'customers', {}, 'go.customers'],
  [
    'a record that is exactly that',
    'domains',
    { more: [{ id: 'customer', heading: 'Customers', claim: 'exact', rows: [ana], couldStill: null }] },
    ana.value,
  ],
] as const)('%s comes before it', (_, text, rest, value) => {
  const shown = shownFor(text, { usual: text === 'customers' ? 'go.referred' : 'go.domain-blacklist', ...(rest as { more?: Reading[] }) })
  expect(shown[0]).not.toBe(usually)
  expect(shown[1]).toBe(value)
})

test('Enter waits for what may be exact', () => {
  const more: Reading[] = [{ id: 'records:customer', heading: 'Customers', claim: 'exact', rows: [], couldStill: 'exact' }]
  expect(shownFor('domains', { usual: 'go.domain-blacklist', more })).toEqual([usually, 'go.domain-blacklist', 'waiting'])
})

test('what is no longer there is not shown', () => {
  expect(shownFor('domains', { usual: 'go.nowhere' })[0]).not.toBe(usually)
})

test('only commands, screens and lists are learned, and nothing final', () => {
  const list = (value: string, unused?: readonly string[]): Row => ({
    kind: 'all',
    value,
    title: 'Customers',
    href: '/',
    ...(unused && { unused }),
  })
  const names = (text: string, of = onCustomer) => readingsOf(text, of).flatMap(({ rows }) => rows.map((row) => learnedName(row)))
  expect(learnedName(ana)).toBeNull()
  expect(learnedName(list('filtered:/customers?status=past_due'))).toBe('filtered:/customers?status=past_due')
  for (const value of ['filtered:/payments?userId=4711', 'filtered:/customers?searchTerm=ana', 'all:customers'])
    expect(learnedName(list(value))).toBeNull()
  expect(learnedName(list('filtered:/customers', ['xyzzy']))).toBeNull()
  expect(names('refund').filter((name) => name !== null && name.includes('refund'))).toEqual([])
  expect(names('cancel')).not.toContain('customer.cancel-at-once')
  expect(names('write note')).toContain('customer.write-note')
  expect(names('ban')).toContain('customer.ban')
})
