import { describe, expect, test } from 'vitest'
import { type Command, command } from '../../src/commands/engine/command.ts'
import { activeCommands } from '../../src/commands/keys/active.ts'
import { commands } from '../../src/commands/registry.ts'
import { type ViewChange, withChange } from '../../src/contract/preferences.ts'
import { readListSearch } from '../../src/layout/list/list-search.ts'
import { allSearch, allView, viewOf, viewSearch, whyNotName } from '../../src/layout/list/views/named-views.ts'
import { viewCommands } from '../../src/layout/list/views/view-commands.ts'
import { paymentsSearch } from '../../src/layout/records/payments-search.ts'
import { customersSearch } from '../../src/views/customers/search.ts'
import { makeContext } from '../commands/samples.ts'

/** The list at an address, with stored values. */
const at = (search: string, stored: Record<string, string> = {}) =>
  readListSearch(customersSearch, Object.fromEntries(new URLSearchParams(search)), (key) => stored[key] ?? null)

const spain = { name: 'Spain', search: viewSearch(customersSearch, at('country=es&page=3')) }
const unpaid = { name: 'Unpaid', search: viewSearch(customersSearch, at('status=unpaid&sort=email&perPage=50')) }

describe('a named view', () => {
  test.each([
    ['filters, without the page', 'country=es&page=3', 'status=any&country=es&perPage=10'],
    [
      'sort and page size',
      'status=active&sort=email&sortDirection=desc&perPage=50',
      'status=active&sort=email&sortDirection=desc&perPage=50',
    ],
    ['no filter, said where the browser may remember one', '', 'status=any&perPage=10'],
  ])('stores %s', (_what, search, kept) => {
    expect(viewSearch(customersSearch, at(search))).toBe(kept)
  })

  test('is the same in a browser that remembers another filter and page size (ruling 22) [R22 named views]', () => {
    const theirs = { 'config.customerStatusFilter': 'banned', customerEntries: '20' }
    expect(viewOf(customersSearch, at(spain.search, theirs), [unpaid, spain])).toBe('Spain')
    expect(at(spain.search, theirs)).toMatchObject({ status: 'any', country: 'es', perPage: '10' })
    expect(at('country=es', theirs)['status']).toBe('banned')
    expect(viewOf(customersSearch, at(allSearch(customersSearch), theirs), [])).toBe(allView)
    expect(viewOf(customersSearch, at('', theirs), [])).toBeNull()
  })

  test.each([
    ['country=es', 'Spain'],
    ['status=any&country=es&page=7', 'Spain'],
    ['country=es&perPage=20', null],
    ['sort=email&status=unpaid&perPage=50', 'Unpaid'],
    ['sort=email&sortDirection=desc&status=unpaid&perPage=50', null],
    ['perPage=50', allView],
    ['sort=email', null],
  ])('matches the query %s: %s', (search, name) => {
    expect(viewOf(customersSearch, at(search), [unpaid, spain])).toBe(name)
  })

  test('is also the same everywhere if the list stores its filters as one object', () => {
    const theirs = JSON.stringify({ stripePaymentIntentStatus: 'succeeded', country: 'es', user: '7' })
    const there = (search: string) =>
      readListSearch(paymentsSearch, Object.fromEntries(new URLSearchParams(search)), (key) => (key === 'payment.filters' ? theirs : null))
    expect(viewOf(paymentsSearch, there(''), [])).toBeNull()
    expect(viewOf(paymentsSearch, there(allSearch(paymentsSearch)), [])).toBe(allView)
    const failed = { name: 'Failed', search: viewSearch(paymentsSearch, { stripePaymentIntentStatus: 'canceled' }) }
    expect(viewOf(paymentsSearch, there(failed.search), [failed])).toBe('Failed')
    // Read the search once more in the form that the router writes.
    const again = Object.entries(there(failed.search)).filter((entry): entry is [string, string] => entry[1] !== undefined)
    expect(viewOf(paymentsSearch, there(new URLSearchParams(again).toString()), [failed])).toBe('Failed')
  })

  test('has a valid, unique name', () => {
    expect(whyNotName('  ', [], false)).toBe('Give the view a name.')
    expect(whyNotName('All', [], false)).toMatch(/without filters/)
    expect(whyNotName('Spain', [spain], false)).toBeNull()
    const full = Array.from({ length: 50 }, (_, index) => ({ name: `View ${index}`, search: '' }))
    expect(whyNotName('One more', full, false)).toMatch(/50 views/)
    expect(whyNotName('View 7', full, false)).toBeNull()
    expect(whyNotName('One more', full, true)).toBeNull()
    expect(whyNotName('All', full, true)).toMatch(/without filters/)
    const after = (change: ViewChange) => withChange({ views: { '/x': [unpaid, spain] } }, { views: { '/x': [change] } }).views
    expect(after({ name: 'Unpaid', search: 'x' })).toEqual({ '/x': [{ name: 'Unpaid', search: 'x' }, spain] })
    expect(after({ name: 'New', search: 'x' })).toEqual({ '/x': [unpaid, spain, { name: 'New', search: 'x' }] })
    expect(after({ name: 'Unpaid', search: null })).toEqual({ '/x': [spain] })
  })
})

describe('views in the palette', () => {
  const views = { '/customers': [spain], '/security/abuse': [{ name: 'New ones', search: '' }], '/gone': [unpaid] }
  const shown = (over: Parameters<typeof makeContext>[0] = {}) =>
    activeCommands(viewCommands({ views }, commands), makeContext(over).context)

  test('are available on any page, and open their list', async () => {
    expect(shown().map(({ title }) => title)).toEqual(['View: Spain — Customers', 'View: New ones — Abuse reports'])
    const { context, did } = makeContext()
    const [first] = viewCommands({ views }, commands)
    await first?.run(context, null, {}, 'key')
    expect(did).toEqual(['navigate "/customers?status=any&country=es&perPage=10"'])
  })

  test('are hidden without permission for their page', () => {
    const { context } = makeContext()
    const user = { ...context.user, capabilities: context.user.capabilities.filter((each) => each !== 'security.manage') }
    expect(shown({ user }).map(({ title }) => title)).toEqual(['View: Spain — Customers'])
  })

  test('have no shortcuts, so a name cannot take a key', () => {
    const own: Command[] = viewCommands({ views }, [...commands, command({ ...(commands[0] as Command), id: 'other.thing' })])
    expect(own.every(({ keys, moreKeys }) => keys === undefined && moreKeys === undefined)).toBe(true)
    expect(new Set(own.map(({ id }) => id)).size).toBe(own.length)
  })
})
