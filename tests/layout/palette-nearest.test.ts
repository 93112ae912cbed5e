import { expect, test } from 'vitest'
import type { Target } from '../../src/commands/engine/targets.ts'
import { activeCommands } from '../../src/commands/keys/active.ts'
import { commands } from '../../src/commands/registry.ts'
import { tokenize } from '../../src/commands/text/tokens.ts'
import { indexVerbs } from '../../src/commands/text/verb-index.ts'
import { readVerbs } from '../../src/commands/text/verbs.ts'
import { allCapabilities } from '../../src/contract/capabilities.ts'
import { commandReadings, indexCommand } from '../../src/layout/palette/readings/commands.ts'
import { decide } from '../../src/layout/palette/readings/reading.ts'
import { customerOnScreen, ownerMeant } from '../../src/layout/records/finders/use-meant.ts'
import { customerTarget, makeContext, payment, selectedQrsTarget } from '../commands/samples.ts'

/** What Enter would do on a page with these records, the nearest first. */
function chosenOn(targets: readonly Target[], text: string): string | null {
  const { context } = makeContext({ targets })
  const indexed = activeCommands(commands, context).map((resolved) => indexCommand({ id: resolved.command.id, resolved }, []))
  const readings = commandReadings(tokenize(text), indexed, context)
  const decision = decide(readings)
  if (decision.state !== 'certain') return null
  const row = readings.flatMap(({ rows }) => rows).find(({ value }) => value === decision.value)
  if (row?.kind !== 'command') return null
  return [row.resolved.command.id, row.args?.words ?? '', row.resolved.availability.state].filter((part) => part !== '').join(' ')
}

// Deleting, stopping and blocking are also said of the customer whose page it is.
test.each([
  ['delete', 'qrs.set-status Deleted ready'],
  ['delete them', 'qrs.set-status Deleted ready'],
  ['delete these', 'qrs.set-status Deleted ready'],
  ['stop them', 'qrs.set-status Stopped ready'],
  ['block these qrs', 'qrs.set-status Blocked ready'],
  ['block', 'qrs.set-status Blocked ready'],
  // Not said of QR codes.
  ['ban', 'customer.ban ready'],
])('with QR codes selected on a customer’s page, ‘%s’ is %s', (text, expected) => {
  expect(chosenOn([selectedQrsTarget, customerTarget], text)).toBe(expected)
})

test.each([
  ['refund', 'payment.refund blocked'],
  ['refund 5', 'payment.refund 5 blocked'],
])('on a refunded payment of a customer’s page, ‘%s’ is no refund of another one', (text, expected) => {
  const refunded: Target = { type: 'payment', record: { ...payment, amountRefunded: payment.amount } }
  expect(chosenOn([refunded, customerTarget], text)).toBe(expected)
})

test('the customer is the one whose page it is, or whose payment the focused row is', () => {
  const on = (targets: readonly Target[], pageRecord: Target | null) =>
    customerOnScreen({ ...makeContext({ targets }).context, pageRecord })
  const row: Target = { type: 'payment', record: payment }
  expect(on([row], null)).toBe(payment.userId)
  expect(on([row, customerTarget], customerTarget)).toBe(customerTarget.record.id)
  expect(on([customerTarget], null)).toBeNull()
  expect(on([selectedQrsTarget], null)).toBeNull()
  expect(on([], null)).toBeNull()
})

test.each([
  ['ban', payment.userId],
  ['cancel', payment.userId],
  ['extend trial 3 days', payment.userId],
  // A payment's own.
  ['refund', null],
  ['refund 5', null],
  // Somebody else is named.
  ['ban ana ruiz', null],
  ['ban 4711', null],
  // It isn't said what to do.
  ['change', null],
])('beside a payment, ‘%s’ is for its owner or for nobody there: %s', (text, owner) => {
  const { context } = makeContext({ targets: [{ type: 'payment', record: payment }] })
  const verbs = indexVerbs(commands, allCapabilities, ['customer', 'payment', 'qr', 'invoice'])
  expect(ownerMeant(readVerbs(tokenize(text), verbs)[0], context)).toBe(owner)
  const ofPage = { ...context, targets: [...context.targets, customerTarget], pageRecord: customerTarget }
  expect(ownerMeant(readVerbs(tokenize(text), verbs)[0], ofPage)).toBeNull()
})

test.each([
  ['note call back on monday', 'customer.add-note call back on monday ready'],
  ['add note wants VAT number', 'customer.add-note wants VAT number ready'],
  ['note wants a refund for october', 'customer.add-note wants a refund for october ready'],
  // It may be somebody’s name.
  ['note lukas weber', null],
])('on a customer’s page ‘%s’ is %s', (text, expected) => {
  expect(chosenOn([customerTarget], text)).toBe(expected)
})
