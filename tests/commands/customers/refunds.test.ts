import { expect, test } from 'vitest'
import { paymentsQuery } from '../../../src/api/payments.ts'
import { awaited } from '../../../src/commands/engine/awaited.ts'
import { resolve } from '../../../src/commands/engine/resolve.ts'
import { commands } from '../../../src/commands/registry.ts'
import { whyNotRefund } from '../../../src/contract/payment-rules.ts'
import { PaymentListQuery, type PaymentRow } from '../../../src/contract/payments.ts'
import { customer, customerTarget, makeContext, payment } from '../samples.ts'
import { paymentStates } from '../target-states.ts'

const find = (id: string) => {
  const command = commands.find((each) => each.id === id)
  if (!command) throw new Error(`There is no ${id}.`)
  return command
}

/** A console that has loaded these payments of the customer. */
function withPayments(rows: readonly object[], total = rows.length) {
  const made = makeContext({ targets: [customerTarget] })
  const { queryKey } = paymentsQuery({ ...PaymentListQuery.parse({}), user: customer.id })
  made.context.queryClient.setQueryData(queryKey, { rows: rows as PaymentRow[], pagination: { total_results: total } as never })
  return made
}
const row = (over: object) => ({ ...payment, createdAt: 1_794_000_000, ...over })
const of = (id: string, { context }: ReturnType<typeof withPayments>) => resolve(find(id), context, customerTarget)

test('the last payment is the newest paid one, and the title shows its amount and date [1.5 refund]', () => {
  const console = withPayments([row({ id: 9, stripeInvoiceStatus: 'open' }), row({ id: 8, amount: 1995 }), row({ id: 7 })])
  expect(of('customer.refund', console)).toMatchObject({
    title: 'Refund the last payment (19,95\u00a0€, 06-11-2026)',
    availability: { state: 'ready' },
  })
})

test('the last payment can be refunded exactly when that payment itself can [1.4 refund]', () => {
  for (const state of paymentStates.filter(({ stripeInvoiceStatus }) => stripeInvoiceStatus === 'paid')) {
    const reason = whyNotRefund(state)
    expect(of('customer.refund', withPayments([row(state)]))?.availability).toEqual(
      reason === null ? { state: 'ready' } : { state: 'blocked', reason },
    )
  }
})

test('both commands are blocked if no payment can be refunded; another one stays ready if some are not loaded', () => {
  const none = { state: 'blocked', reason: 'Nothing to refund.' }
  const open = row({ stripeInvoiceStatus: 'open' })
  for (const rows of [[], [open]]) {
    expect(of('customer.refund', withPayments(rows))?.availability).toEqual(none)
    expect(of('customer.refund-another', withPayments(rows))?.availability).toEqual(none)
  }
  expect(of('customer.refund-another', withPayments([open], 11))?.availability).toEqual({ state: 'ready' })
})

test('before loading, the title has no amount and date; without the capability, both commands are hidden', () => {
  const made = makeContext({ targets: [customerTarget] })
  expect(of('customer.refund', made)).toMatchObject({ title: 'Refund the last payment', availability: { state: 'ready' } })
  const { context } = makeContext({ targets: [customerTarget] })
  const nobody = { ...context, user: { ...context.user, capabilities: [] } }
  for (const id of ['customer.refund', 'customer.refund-another']) expect(resolve(find(id), nobody, customerTarget)).toBeNull()
})

test('from the menu, the last payment opens its own refund, and another one is picked in the palette', async () => {
  const console = withPayments([row({ id: 8 })])
  const { queryKey } = paymentsQuery({ ...PaymentListQuery.parse({}), user: customer.id })
  console.context.queryClient.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY })
  await find('customer.refund').run(console.context, customerTarget, {}, 'key')
  await find('customer.refund-another').run(console.context, customerTarget, {}, 'key')
  expect(console.did).toEqual(['payment.refund on payment 8', 'palette'])
  expect(awaited.current).toEqual({ command: 'customer.refund-another', of: customerTarget })
  awaited.current = null
})
