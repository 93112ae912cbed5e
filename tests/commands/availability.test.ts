import { describe, expect, test } from 'vitest'
import { activeCommands, bindingsOf } from '../../src/commands/active.ts'
import { blocked, ready, type Target, type Targets } from '../../src/commands/command.ts'
import { advance, parseKeys } from '../../src/commands/keymap.ts'
import { commands } from '../../src/commands/registry.ts'
import { type ResolvedCommand, resolveAll } from '../../src/commands/resolve.ts'
import * as rules from '../../src/contract/customer-rules.ts'
import { whyNotApprove, whyNotRefund } from '../../src/contract/payment-rules.ts'
import { customerStates, makeContext, paymentStates } from './samples.ts'

type Rule<Record> = (record: Record) => rules.Refusal

/** The rule of the contract, which the server asks as well, that each action follows. */
const customerRules: Record<string, Rule<Targets['customer']>> = {
  'customer.cancel-at-period-end': rules.whyNotCancelAtPeriodEnd,
  'customer.cancel-immediately': rules.whyNotCancelImmediately,
  'customer.resume': rules.whyNotResume,
  'customer.extend-trial': rules.whyNotExtendTrial,
  'customer.attach-discount': (customer) => rules.whyNotAttachDiscount(customer),
  'customer.detach-discount': rules.whyNotDetachDiscount,
  'customer.sync': rules.whyNotSync,
  'customer.open-at-provider': rules.whyNotSync,
  'customer.copy-provider-id': rules.whyNotSync,
  'customer.ban': (customer) => (customer.banned ? rules.whyNotUnban(customer) : rules.whyNotBan(customer)),
  'customer.whitelist': (customer) => (customer.whitelisted ? rules.whyNotUnwhitelist(customer) : rules.whyNotWhitelist(customer)),
  'customer.restore': rules.whyNotRestore,
  'customer.disable-two-factor': rules.whyNotDisable2fa,
  'customer.reset-oauth': (customer) => rules.whyNotResetOauth(customer),
  'customer.unarchive-qrs': rules.whyNotUnarchive,
  'customer.app-login': rules.whyNotAppLogin,
  'customer.delete-note': rules.whyNotDeleteNote,
  'customer.edit': () => null,
  'customer.write-note': () => null,
}
const paymentRules: Record<string, Rule<Targets['payment']>> = { 'payment.refund': whyNotRefund, 'payment.approve': whyNotApprove }

/** What each surface has of a command for a record on screen. */
function onSurfaces(id: string, target: Target): Record<string, ResolvedCommand | undefined> {
  const { context } = makeContext({ targets: [target], location: '/somewhere' })
  const palette = activeCommands(commands, context)
  const strokes = parseKeys(commands.find((command) => command.id === id)?.keys ?? '')
  const step = advance(bindingsOf(palette), strokes.slice(0, -1), strokes.slice(-1))
  const has = (shown: readonly ResolvedCommand[]) => shown.find(({ command }) => command.id === id)
  return {
    palette: has(palette),
    key: step.kind === 'match' && step.bound.command.id === id ? step.bound : undefined,
    pageMenu: has(resolveAll(commands, context, target, 'page-menu')),
    rowMenu: has(resolveAll(commands, context, target, 'row-menu')),
  }
}

function expectAgreement(id: string, target: Target, refusal: rules.Refusal) {
  const availability = refusal === null ? ready : blocked(refusal)
  for (const [surface, resolved] of Object.entries(onSurfaces(id, target)))
    expect(resolved?.availability, `${id}, ${surface}, ${JSON.stringify(target.record)}`).toEqual(availability)
}

describe('every action on every customer: palette, key, page menu and row menu say what the rule says', () => {
  test.each(Object.entries(customerRules))('%s', (id, rule) => {
    for (const record of customerStates) expectAgreement(id, { type: 'customer', record }, rule(record))
  })
})

describe('every action on every payment likewise', () => {
  test.each(Object.entries(paymentRules))('%s', (id, rule) => {
    for (const record of paymentStates) expectAgreement(id, { type: 'payment', record }, rule(record))
  })
})

test('no action on a customer or payment is left out', () => {
  const ruled = new Set([...Object.keys(customerRules), ...Object.keys(paymentRules)])
  const changing = commands.filter(({ target, danger }) => (target === 'customer' || target === 'payment') && danger)
  expect(changing.filter(({ id }) => !ruled.has(id)).map(({ id }) => id)).toEqual([])
})

test('every rule both allows and refuses something among the samples', () => {
  const free = new Set(['customer.ban', 'customer.whitelist', 'customer.edit', 'customer.write-note'])
  for (const [id, rule] of Object.entries(customerRules)) {
    const refusals = customerStates.map(rule)
    expect(refusals, id).toContain(null)
    if (!free.has(id))
      expect(
        refusals.some((refusal) => refusal !== null),
        id,
      ).toBe(true)
  }
})

test('tabs are there on the customer’s own page alone', () => {
  const target: Target = { type: 'customer', record: { ...(customerStates[0] as Targets['customer']) } }
  const tabsAt = (location: string) =>
    activeCommands(commands, makeContext({ targets: [target], location }).context)
      .map(({ command }) => command.id)
      .filter((id) => id.startsWith('customer.show-'))
  expect(tabsAt('/customers')).toEqual([])
  expect(tabsAt('/customers/8812?tab=qrs')).toEqual(['customer.show-info', 'customer.show-payments', 'customer.show-qrs'])
})

test('payments are in the menu for those who have the entry, and in the palette for all who may read them', () => {
  const { context } = makeContext()
  const without = {
    ...context,
    user: { ...context.user, capabilities: context.user.capabilities.filter((each) => each !== 'payments.menu') },
  }
  const has = (shown: readonly ResolvedCommand[]) => shown.some(({ command }) => command.id === 'go.payments')
  expect(has(resolveAll(commands, context, null, 'sidebar'))).toBe(true)
  expect(has(resolveAll(commands, without, null, 'sidebar'))).toBe(false)
  expect(has(activeCommands(commands, without))).toBe(true)
})
