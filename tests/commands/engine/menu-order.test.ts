import { describe, expect, test } from 'vitest'
import { inMenuOrder, shortReason } from '../../../src/commands/engine/menu-order.ts'
import { resolveAll } from '../../../src/commands/engine/resolve.ts'
import type { Target } from '../../../src/commands/engine/targets.ts'
import { commands } from '../../../src/commands/registry.ts'
import * as samples from '../samples.ts'
import { customerStates, paymentStates, qrStates } from '../target-states.ts'

const targets: Target[] = [
  ...customerStates.map((record): Target => ({ type: 'customer', record })),
  ...paymentStates.map((record): Target => ({ type: 'payment', record })),
  ...qrStates.map((record): Target => ({ type: 'qr', record })),
  samples.webriskTarget,
  samples.abuseTarget,
  samples.trackerTarget,
  samples.userTarget,
  samples.invitationTarget,
  samples.apiCallTarget,
  samples.invoiceTarget,
]

function menuOf(target: Target, place: 'row-menu' | 'page-menu') {
  const { context } = samples.makeContext({ targets: [target], location: '/somewhere' })
  return inMenuOrder(resolveAll(commands, context, target, place))
}

describe('a record’s menu', () => {
  test('gives reasons of at most five words in every record state', () => {
    const reasons = new Set<string>()
    for (const target of targets)
      for (const place of ['row-menu', 'page-menu'] as const)
        for (const { availability } of menuOf(target, place).blocked) if (availability.state === 'blocked') reasons.add(availability.reason)
    expect(reasons.size).toBeGreaterThan(25)
    expect([...reasons].filter((reason) => shortReason(reason).split(' ').length > 5)).toEqual([])
  })

  test('lists ready actions first, most used first, and omits none', () => {
    const record = customerStates.find(({ subscriptionStatus, banned }) => subscriptionStatus === 'trialing' && !banned)
    if (!record) throw new Error('no customer')
    const { ready, copies, blocked } = menuOf({ type: 'customer', record }, 'row-menu')
    expect(ready[0]?.map(({ command }) => command.id)).toEqual([
      'customer.open',
      'customer.write-note',
      'customer.cancel-at-period-end',
      'customer.app-login',
      'customer.ban',
      'customer.extend-trial',
      'customer.attach-discount',
      'customer.edit',
    ])
    const { context } = samples.makeContext({ targets: [{ type: 'customer', record }], location: '/somewhere' })
    const all = resolveAll(commands, context, { type: 'customer', record }, 'row-menu').map(({ command }) => command.id)
    expect(copies.map(({ command }) => command.verb?.split('-')[0])).toEqual(copies.map(() => 'copy'))
    expect([...ready.flat(), ...copies, ...blocked].map(({ command }) => command.id).toSorted()).toEqual(all.toSorted())
  })
})

test.each([
  ['Not banned.', 'Not banned'],
  ['Not on trial. The subscription is active.', 'Not on trial'],
  ['Already 20 %.', 'Already 20 %'],
  ['No reason given', 'No reason given'],
])('the short form of %j is %j', (reason, short) => expect(shortReason(reason)).toBe(short))
