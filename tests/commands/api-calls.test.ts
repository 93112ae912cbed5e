import { describe, expect, test } from 'vitest'
import { type Availability, blocked, hidden, ready } from '../../src/commands/engine/command.ts'
import { availabilityOf } from '../../src/commands/engine/resolve.ts'
import type { Target } from '../../src/commands/engine/targets.ts'
import { commands } from '../../src/commands/registry.ts'
import { capabilitiesOf } from '../../src/contract/capabilities.ts'
import { apiCall, apiCallTarget, invitation, makeContext } from './samples.ts'

function commandOf(id: string) {
  const found = commands.find((command) => command.id === id)
  if (!found) throw new Error(`There is no ${id}.`)
  return found
}

function availability(id: string, target: Target, { rol = 1, location = '/api-calls' } = {}): Availability {
  const { context } = makeContext({ targets: [target], location })
  return availabilityOf(commandOf(id), { ...context, user: { ...context.user, rol, capabilities: capabilitiesOf(rol) } }, target)
}

const closed = blocked('Needs full access. Only such accounts see the headers and bodies of a call.')

describe('an API call', () => {
  test.each<[string, object, Availability]>([
    ['api-call.open', {}, ready],
    ['api-call.open', { location: '/api-calls/301' }, hidden],
    ['api-call.open', { location: '/api-calls/301?x=1' }, hidden],
    // On a customer's page, an account without full access sees why the command does not open.
    ['api-call.open', { rol: 2, location: '/customers/8812' }, closed],
    ['api-call.copy-curl', {}, ready],
    ['api-call.copy-curl', { rol: 2, location: '/customers/8812' }, closed],
    ['api-call.filter-by-owner', { rol: 2, location: '/customers/8812' }, hidden],
    ['api-call.open-customer', {}, ready],
    ['api-call.open-customer', { location: '/customers/8812' }, hidden],
    ['api-call.copy-url', { rol: 2, location: '/customers/8812' }, ready],
  ])('%s with %o', (id, where, expected) => expect(availability(id, apiCallTarget, where)).toEqual(expected))

  test.each<[string, object, string, Availability]>([
    ['api-call.open-next', {}, '/api-calls', hidden],
    ['api-call.open-next', { nextId: 302 }, '/api-calls/301', ready],
    ['api-call.open-next', { nextId: null }, '/api-calls/301', blocked('This is the newest call of the customer.')],
    ['api-call.open-previous', { previousId: 300 }, '/api-calls/301', ready],
    ['api-call.open-previous', { previousId: null }, '/api-calls/301', blocked('This is the oldest call of the customer.')],
    ['api-call.open-previous', { previousId: 300 }, '/api-calls/302', hidden],
  ])('%s for %o on %s', (id, facts, location, expected) =>
    expect(availability(id, { type: 'api-call', record: { ...apiCall, ...facts } }, { location })).toEqual(expected),
  )

  test.each([
    ['/api-calls?method=POST&statusCode=404&page=3', '/api-calls?method=POST&statusCode=404&owner=8812'],
    ['/api-calls?owner=5', '/api-calls?owner=8812'],
    ['/api-calls/301', '/api-calls?owner=8812'],
    ['/customers/8812?tab=qrs', '/api-calls?owner=8812'],
  ])('from %s, the customer’s calls are at %s', async (location, href) => {
    const { context, did } = makeContext({ location })
    await commandOf('api-call.filter-by-owner').run(context, apiCallTarget, {}, 'key')
    expect(did).toEqual([`navigate ${JSON.stringify(href)}`])
  })

  test.each([
    ['api-call.open-next', 'navigate "/api-calls/302"'],
    ['api-call.open-previous', 'navigate "/api-calls/300"'],
  ])('%s', async (id, effect) => {
    const { context, did } = makeContext()
    await commandOf(id).run(context, { type: 'api-call', record: { ...apiCall, previousId: 300, nextId: 302 } }, {}, 'key')
    expect(did).toEqual([effect])
  })
})

describe('an invitation', () => {
  test.each<[object, Availability]>([
    [{}, ready],
    [{ status: 0 }, blocked('Waiting for approval.')],
    [{ status: 0, userId: null }, blocked('Waiting for approval.')],
    [{ userId: null }, blocked('No account yet.')],
  ])('%o: logging in as the invited person', (facts, expected) => {
    const target: Target = { type: 'invitation', record: { ...invitation, ...facts } }
    expect(availability('invitation.app-login', target, { rol: 2 })).toEqual(expected)
    expect(availability('invitation.delete', target, { rol: 2 })).toEqual(ready)
  })

  test('deletion asks Yes or No, and can be undone', () => {
    expect(commandOf('invitation.delete').danger?.({ type: 'invitation', record: invitation }, {})).toMatchObject({
      confirmLabel: 'Yes',
      declineLabel: 'No',
      undoable: true,
    })
  })
})
