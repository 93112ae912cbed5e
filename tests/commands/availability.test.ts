import { describe, expect, test } from 'vitest'
import { blocked, ready } from '../../src/commands/engine/command.ts'
import { type ResolvedCommand, resolveAll } from '../../src/commands/engine/resolve.ts'
import type { Target, Targets } from '../../src/commands/engine/targets.ts'
import { activeCommands, bindingsOf } from '../../src/commands/keys/active.ts'
import { advance, parseKeys } from '../../src/commands/keys/keymap.ts'
import { commands } from '../../src/commands/registry.ts'
import { capabilitiesOf } from '../../src/contract/capabilities.ts'
import * as rules from '../../src/contract/customer-rules.ts'
import { whyNotApprove, whyNotRefund } from '../../src/contract/payment-rules.ts'
import { qrStatusOptions, whyNotBlacklist, whyNotSetStatus, whyNotShowStatic, whyNotWhitelistQr } from '../../src/contract/qr-rules.ts'
import { qrStatus } from '../../src/contract/qrs.ts'
import { customerTarget, makeContext, qrTarget, selectedQrsTarget } from './samples.ts'
import { customerStates, paymentStates, qrStates } from './target-states.ts'

type Rule<Record> = (record: Record) => rules.Refusal

/** The shared contract rule behind each action. The server checks the same rule. */
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
  'customer.edit': rules.whyNotDescribe,
  'customer.write-note': rules.whyNotDescribe,
  'customer.erase': rules.whyNotErase,
}
const paymentRules: Record<string, Rule<Targets['payment']>> = { 'payment.refund': whyNotRefund, 'payment.approve': whyNotApprove }

const ownHosts = ['qr.example.com', 'app.example.com', 'console.example.com']
const qrRules: Record<string, Rule<Targets['qr']>> = {
  'qr.set-status': () => null,
  'qr.set-uri': () => null,
  'qr.transfer': () => null,
  'qr.preview': () => null,
  'qr.edit-media': () => null,
  'qr.open-customer': () => null,
  'qr.whitelist': whyNotWhitelistQr,
  'qr.blacklist': (qr) => whyNotBlacklist(qr, ownHosts),
  'qr.show-static': whyNotShowStatic,
}

/** A command's state on each surface while its record is on screen. */
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

describe('every action on every customer: palette, key, page menu and row menu follow the rule [1.4 every action]', () => {
  test.each(Object.entries(customerRules))('%s', (id, rule) => {
    for (const record of customerStates) expectAgreement(id, { type: 'customer', record }, rule(record))
  })
})

test('canceling at once is offered by name, also where the subscription is set to cancel already', () => {
  for (const record of customerStates) {
    const { palette, key, pageMenu, rowMenu } = onSurfaces('customer.cancel-at-once', { type: 'customer', record })
    const refusal = record.subscriptionInfo.willCancel ? rules.whyNotCancelImmediately(record) : rules.whyNotCancelAtPeriodEnd(record)
    expect(palette?.availability).toEqual(refusal === null ? ready : blocked(refusal))
    expect([key, pageMenu, rowMenu]).toEqual([undefined, undefined, undefined])
  }
})

test('a trial can be ended while it runs, and a subscription is no trial', () => {
  for (const record of customerStates) {
    const { palette, key, pageMenu, rowMenu } = onSurfaces('customer.cancel-trial', { type: 'customer', record })
    const refusal = rules.whyNotEndTrial(record)
    expect(palette?.availability).toEqual(refusal === null ? ready : blocked(refusal))
    expect([key, pageMenu, rowMenu]).toEqual([undefined, undefined, undefined])
  }
  expect(customerStates.some((record) => rules.whyNotEndTrial(record) === null)).toBe(true)
})

describe('every action on every payment follows the rule [1.4 refund]', () => {
  test.each(Object.entries(paymentRules))('%s', (id, rule) => {
    for (const record of paymentStates) expectAgreement(id, { type: 'payment', record }, rule(record))
  })
})

describe('every action on every QR code follows the rule', () => {
  test.each(Object.entries(qrRules))('%s', (id, rule) => {
    for (const record of qrStates) expectAgreement(id, { type: 'qr', record }, rule(record))
  })
})

test.each(qrStates.map((qr) => [qrStatus(qr), qr.stopped, qr] as const))(
  'a QR that is %s (stopped %i) offers each status or a reason why not [2.4 status options]',
  (_s, _n, record) => {
    const [step] = commands.find(({ id }) => id === 'qr.set-status')?.args ?? []
    const choices = step?.options?.(record)
    expect(choices?.map(({ value, refusal }) => [value, refusal])).toEqual(
      qrStatusOptions.map((status) => [status, whyNotSetStatus(record, status)]),
    )
    for (const status of qrStatusOptions) expect(step?.read(status, record).refusal).toBe(whyNotSetStatus(record, status))
  },
)

// [2.2 own page alone] [R25 property not path]
test('transferring or activating all of a customer’s QR codes is only offered on the customer’s page', () => {
  const [record] = customerStates
  if (!record) throw new Error('no customer')
  const target: Target = { type: 'customer', record }
  const other: Target = { type: 'customer', record: { ...record, id: 1 } }
  const shown = (pageRecord: Target | null) =>
    activeCommands(commands, makeContext({ targets: [target], location: '/customers/8812', pageRecord }).context)
      .map(({ command }) => command.id)
      .filter((id) => id === 'customer.transfer-qrs' || id === 'customer.activate-qrs')
  expect(shown(null)).toEqual([])
  expect(shown(other)).toEqual([])
  expect(shown(target)).toEqual(['customer.transfer-qrs', 'customer.activate-qrs'])
})

test('actions on a selection take precedence over those on the focused row, and need both capabilities', () => {
  const { context } = makeContext({ targets: [selectedQrsTarget, qrTarget] })
  for (const keys of ['q s', 'q w', 'q b', 'q t']) {
    const step = advance(bindingsOf(activeCommands(commands, context)), ['q'], parseKeys(keys).slice(-1))
    expect(step.kind === 'match' && step.bound.command.target).toBe('qrs')
  }
  const without = (capability: string) => ({
    ...context,
    user: { ...context.user, capabilities: context.user.capabilities.filter((each) => each !== capability) },
  })
  const bulk = (on: typeof context) => resolveAll(commands, on, selectedQrsTarget, 'bulk-bar').map(({ command }) => command.id)
  expect(bulk(context)).toEqual(['qrs.set-status', 'qrs.whitelist', 'qrs.blacklist', 'qrs.transfer', 'qrs.export'])
  expect(bulk(without('qrs.bulk'))).toEqual(['qrs.export'])
  expect(bulk(without('lists.export'))).toEqual(['qrs.set-status', 'qrs.whitelist', 'qrs.blacklist', 'qrs.transfer'])
  expect(bulk(without('qrs.transfer'))).toEqual(['qrs.set-status', 'qrs.whitelist', 'qrs.blacklist', 'qrs.export'])
})

test('every customer, payment and QR code action that asks first has a rule', () => {
  const tested = ['customer.transfer-qrs', 'customer.activate-qrs', 'customer.cancel-at-once', 'customer.cancel-trial']
  const ruled = new Set([...Object.keys(customerRules), ...Object.keys(paymentRules), ...Object.keys(qrRules), ...tested])
  const changing = commands.filter(({ target, danger }) => (target === 'customer' || target === 'payment' || target === 'qr') && danger)
  expect(changing.filter(({ id }) => !ruled.has(id)).map(({ id }) => id)).toEqual([])
})

test('every customer rule allows some samples and, unless always allowed, rejects some', () => {
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

test('tabs are only offered on the customer’s own page [R25 within a customer]', () => {
  const target: Target = { type: 'customer', record: { ...(customerStates[0] as Targets['customer']) } }
  const tabsAt = (location: string) =>
    activeCommands(commands, makeContext({ targets: [target], location }).context)
      .map(({ command }) => command.id)
      .filter((id) => id.startsWith('customer.show-'))
  expect(tabsAt('/customers')).toEqual([])
  expect(tabsAt('/customers/8812?tab=qrs')).toEqual([
    'customer.show-info',
    'customer.show-payments',
    'customer.show-qrs',
    'customer.show-invoices',
  ])
})

test('payments are in the menu only with payments.menu, but in the palette even without it [1.2 payments]', () => {
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

test('only role 1 can export and erase personal data', () => {
  const offered = (rol: number) => {
    const { context } = makeContext({ targets: [customerTarget] })
    const viewer = { ...context, user: { ...context.user, rol, capabilities: capabilitiesOf(rol) } }
    const ids = activeCommands(commands, viewer).map(({ command }) => command.id)
    return ['customer.export-data', 'customer.erase', 'customer.ban'].filter((id) => ids.includes(id))
  }
  expect([offered(1), offered(2)]).toEqual([['customer.export-data', 'customer.erase', 'customer.ban'], ['customer.ban']])
})
