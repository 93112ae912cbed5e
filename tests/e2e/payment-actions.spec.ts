import type { Request } from '@playwright/test'
import { formatMoney } from '../../src/contract/money.ts'
import { signedInAs } from './support/accounts.ts'
import { blockLive } from './support/layout-shifts.ts'
import { StaffApi } from './support/staff-api.ts'
import { Surfaces } from './support/surfaces.ts'
import { test as base, expect } from './support/test.ts'

const test = base.extend<{ staff: StaffApi; on: Surfaces }>({
  staff: async ({ page, baseURL }, provide) => provide(new StaffApi(page.request, baseURL ?? '')),
  on: async ({ page }, provide) => provide(new Surfaces(page)),
})

test.use({ storageState: signedInAs('full'), samePage: true })
test.afterEach(async ({ staff }) => staff.setFaults([]))

const refund = { title: 'Refund', keys: 'p r' }
const approve = { title: 'Force-approve', keys: 'p f', confirm: 'Force-approve' }
const eur = (amount: number) => formatMoney(amount, 'eur')

// A part is refunded by key and by the menu of a row in the tickets.
test('refunds in full from the palette on a customer’s row, once and with the reason [1.2 payments panel]', async ({ staff, on }) => {
  const payment = await staff.paymentToRefund()
  await on.run('palette', await on.openPaymentRow(payment, 'tab'), {
    ...refund,
    answers: [{ choose: 'Full refund' }, { field: 'Reason', type: 'asked for by phone' }],
    confirm: `Refund ${eur(payment.amount)}`,
  })
  await expect(on.toast(`Refunded ${eur(payment.amount)} to ${payment.email}: payment ${payment.id}.`)).toBeVisible()
  await expect(on.dialog).toHaveCount(0)
  await expect(on.paymentRow(payment.id)).toContainText(/refund/i)
  expect((await staff.payment(payment)).amountRefunded).toBe(payment.amount)
  const audit = await staff.audit('payment.refund', payment.id)
  expect(audit).toHaveLength(1)
  expect(JSON.stringify(audit[0]?.after)).toContain('asked for by phone')
})

test('force-approves once, from the menu of a row in the list', async ({ staff, on }) => {
  const payment = await staff.paymentWhere('stripePaymentIntentStatus=requires_payment_method')
  await on.run('row menu', await on.openPaymentRow(payment, 'list'), approve)
  await expect(on.toast(`Payment approved: payment ${payment.id}.`)).toBeVisible()
  await expect(on.paymentRow(payment.id)).toContainText('succeeded')
  expect((await staff.payment(payment)).stripePaymentIntentStatus).toBe('succeeded')
  expect(await staff.audit('payment.approve', payment.id)).toHaveLength(1)
})

const isByItself = (request: Request) => request.headers()['x-by-itself'] === '1'

test('when the provider’s response is lost, the dialog stays and Try again refunds only once', async ({ page, staff, on }) => {
  const payment = await staff.paymentToRefund()
  await staff.setFaults([{ kind: 'lost-after', operation: 'refund', times: 1 }])
  await on.start('key', await on.openPaymentRow(payment, 'list'), refund)
  await on.answerField({ choose: 'Partial refund' })
  await on.answerField({ field: 'Partial amount', type: '3,10' })
  await on.answerField({ field: 'Reason', type: 'twice as nice' })
  // The pending refund also arrives as a live update, which must not block its own retry.
  const isTold = page.waitForResponse((reply) => reply.url().includes(`paymentId=${payment.id}`) && isByItself(reply.request()))
  await on.confirm(`Refund ${eur(310)}`)
  const says = 'There was no response. It may have been done: The payment provider did not answer in time.'
  await expect(on.dialog.getByRole('alert').filter({ hasText: says })).toBeVisible()
  await isTold
  await expect(on.dialog.getByLabel('Partial amount', { exact: true })).toHaveValue('3,10')
  await expect(on.dialog.getByLabel('Reason', { exact: true })).toHaveValue('twice as nice')
  await on.confirm('Try again')
  await expect(on.toast(`Refunded ${eur(310)} to ${payment.email}: payment ${payment.id}.`)).toBeVisible()
  await expect(on.dialog).toHaveCount(0)
  expect((await staff.payment(payment)).amountRefunded).toBe(310)
  expect(await staff.audit('payment.refund', payment.id)).toHaveLength(1)
})

test.describe('concurrent refunds', () => {
  test.use({ samePage: false })
  // [R30 first wins]
  test('after a refund by somebody else, the dialog says so, keeps the input, and refunds nothing', async ({ page, staff, on }) => {
    // A live update would show the change before the confirmation: see live.spec.ts.
    await blockLive(page)
    const payment = await staff.paymentToRefund()
    await on.start('key', await on.openPaymentRow(payment, 'list'), refund)
    await on.answerField({ choose: 'Partial refund' })
    await on.answerField({ field: 'Partial amount', type: '4' })
    await on.answerField({ field: 'Reason', type: 'second' })
    await staff.do({ method: 'PATCH', path: `/payments/${payment.id}/refund`, body: {} })
    await on.confirm(`Refund ${eur(400)}`)
    await expect(on.dialog.getByRole('alert').filter({ hasText: 'Not done: Someone else was first' })).toBeVisible()
    await expect(on.dialog.getByLabel('Partial amount', { exact: true })).toHaveValue('4')
    await expect(on.dialog.getByLabel('Reason', { exact: true })).toHaveValue('second')
    expect((await staff.payment(payment)).amountRefunded).toBe(payment.amount)
    expect(await staff.audit('payment.refund', payment.id)).toHaveLength(1)
  })
})
