import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { blocked, ready } from '../../src/commands/engine/command.ts'
import { resolveAll } from '../../src/commands/engine/resolve.ts'
import type { Arguments } from '../../src/commands/engine/steps.ts'
import type { Target } from '../../src/commands/engine/targets.ts'
import { activeCommands, bindingsOf } from '../../src/commands/keys/active.ts'
import { advance, parseKeys } from '../../src/commands/keys/keymap.ts'
import { commands } from '../../src/commands/registry.ts'
import { capabilitiesOf } from '../../src/contract/capabilities.ts'
import { whyNotDeleteUser, whyNotResetTwoFactor, whyNotSetRole, whyNotUnlockUser } from '../../src/contract/user-rules.ts'
import { answerCalls, commandOf } from './answer-calls.ts'
import { makeContext, user, userTarget } from './samples.ts'
import { userStates } from './target-states.ts'

afterEach(() => vi.unstubAllGlobals())

const viewerId = makeContext().context.user.id

describe('palette, key, page menu and row menu follow the rule', () => {
  test.each([
    ['user.delete', (record: typeof user) => whyNotDeleteUser(record, viewerId)],
    ['user.set-role', (record: typeof user) => whyNotSetRole(record)],
    ['user.reset-two-factor', whyNotResetTwoFactor],
    ['user.unlock', whyNotUnlockUser],
    ['user.end-sessions', () => null],
  ])('%s', (id, rule) => {
    const refusals = userStates.map(rule)
    for (const [index, record] of userStates.entries()) {
      const target: Target = { type: 'user', record }
      const { context } = makeContext({ targets: [target], location: '/users' })
      const palette = activeCommands(commands, context)
      const strokes = parseKeys(commandOf(id).keys ?? '')
      const step = advance(bindingsOf(palette), strokes.slice(0, -1), strokes.slice(-1))
      const surfaces = [palette, resolveAll(commands, context, target, 'page-menu'), resolveAll(commands, context, target, 'row-menu')]
      const shown = [step.kind === 'match' ? step.bound : undefined, ...surfaces.map((all) => all.find(({ command }) => command.id === id))]
      const refusal = refusals[index] ?? null
      for (const resolved of shown) {
        expect(resolved?.command.id).toBe(id)
        expect(resolved?.availability).toEqual(refusal === null ? ready : blocked(refusal))
      }
    }
    expect(refusals).toContain(null)
  })

  test('each role that cannot be assigned has a reason', () => {
    const [step] = commandOf('user.set-role').args ?? []
    for (const record of userStates) {
      const choices = step?.options?.(record)
      expect(choices?.map(({ value, refusal }) => [value, refusal])).toEqual([1, 2].map((rol) => [String(rol), whyNotSetRole(record, rol)]))
      for (const rol of [1, 2]) expect(step?.read(String(rol), record).refusal).toBe(whyNotSetRole(record, rol))
    }
    expect(step?.read('3', user).refusal).toBe('Choose a role.')
  })

  test('role 2 can only copy the email and id [1.6 managing users]', () => {
    const { context } = makeContext({ targets: [userTarget] })
    const without = { ...context, user: { ...context.user, rol: 2, capabilities: capabilitiesOf(2) } }
    const ids = activeCommands(commands, without).map(({ command }) => command.id)
    expect(ids.filter((id) => id.startsWith('user.'))).toEqual(['user.copy-email', 'user.copy-id'])
  })

  test('user.edit is hidden on the account’s own page', () => {
    const shownAt = (location: string) =>
      activeCommands(commands, makeContext({ targets: [userTarget], location }).context).some(({ command }) => command.id === 'user.edit')
    expect([shownAt('/users'), shownAt('/users/12'), shownAt('/users/123')]).toEqual([true, false, true])
  })
})

describe('the request and outcome of each action', () => {
  const done = { success: true, auditId: 7 }
  test.each<{ id: string; args?: Arguments; reply?: object; call: string; outcome: object }>([
    {
      id: 'user.set-role',
      args: { rol: 2 },
      reply: { ...done, undoable: true },
      call: 'PATCH /users/12 {"rol":2,"version":3}',
      outcome: { message: 'Role 2 given: Marta Vidal.', auditId: 7 },
    },
    {
      id: 'user.reset-two-factor',
      call: 'PATCH /users/reset-2fa/12 {}',
      outcome: { message: 'Two-factor authentication reset: Marta Vidal.' },
    },
    { id: 'user.unlock', call: 'DELETE /users/12/lock', outcome: { message: 'Sign-in unlocked: Marta Vidal.' } },
    {
      id: 'user.end-sessions',
      reply: { ...done, ended: 2 },
      call: 'DELETE /users/12/sessions',
      outcome: { message: 'Sessions ended: Marta Vidal (2).' },
    },
    {
      id: 'user.end-sessions',
      reply: { success: true, ended: 0 },
      call: 'DELETE /users/12/sessions',
      outcome: { message: 'There was no session: Marta Vidal.' },
    },
    { id: 'user.delete', call: 'DELETE /users/12', outcome: { message: 'User removed: Marta Vidal.' } },
  ])('$id', async ({ id, args = {}, reply = done, call, outcome }) => {
    const calls = answerCalls(reply)
    const { context } = makeContext({ targets: [userTarget], queryClient: new QueryClient(), location: '/users' })
    expect(await commandOf(id).run(context, userTarget, args, 'key')).toEqual(outcome)
    expect(calls).toEqual([call])
  })

  test.each([
    ['/users', []],
    ['/users/12', ['navigate "/users"']],
    ['/users/12?x=1', ['navigate "/users"']],
    ['/users/123', []],
  ])('navigation after a removal at %s', async (location, effects) => {
    answerCalls(done)
    const { context, did } = makeContext({ queryClient: new QueryClient(), location })
    await commandOf('user.delete').run(context, userTarget, {}, 'key')
    expect(did).toEqual(effects)
  })

  test('removal asks No or Yes, shows progress, and fails with the documented toast', () => {
    const { danger, failureTitle, closesOnFailure } = commandOf('user.delete')
    expect(danger?.(userTarget, {})).toMatchObject({
      declineLabel: 'No',
      confirmLabel: 'Yes',
      progress: 'Removing Marta Vidal…',
      undoable: false,
    })
    expect([failureTitle, closesOnFailure]).toEqual(['Failed to remove user.', true])
  })

  test.each([
    ['user.create', null, ['navigate "/users/create"']],
    ['user.edit', userTarget, ['navigate "/users/12"']],
    ['user.show-changes', userTarget, ['navigate "/audit?actor=marta%40quaydesk.test"']],
    ['user.copy-email', userTarget, ['copy "marta@quaydesk.test"']],
    ['user.copy-id', userTarget, ['copy "12"']],
  ])('%s', async (id, target, effects) => {
    const { context, did } = makeContext(target ? { targets: [target] } : {})
    await commandOf(id).run(context, target, {}, 'key')
    expect(did).toEqual(effects)
  })
})
