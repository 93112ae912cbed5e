import type { Request } from '@playwright/test'
import { formatMoney } from '../../src/contract/money.ts'
import type { PaymentRow } from '../../src/contract/payments.ts'
import { signedInAs } from './support/accounts.ts'
import { StaffApi } from './support/staff-api.ts'
import { type Answer, Surfaces } from './support/surfaces.ts'
import { expect, test as base } from './support/test.ts'

const test = base.extend<{ staff: StaffApi; on: Surfaces }>({
  staff: async ({ page, baseURL }, provide) => provide(new StaffApi(page.request, baseURL ?? '')),
  on: async ({ page }, provide) => provide(new Surfaces(page)),
})

test.use({ storageState: signedInAs('full'), samePage: true })
test.afterEach(async ({ staff }) => staff.setFaults([]))

/** Where a payment action can be started: in two lists, and by palette and key on the focused row. */
const [rowMenu, byKey, byPalette, inCustomer] = [
  { name: 'the row menu of the list', surface: 'row menu', inside: 'list' },
  { name: 'its key on a focused row', surface: 'key', inside: 'list' },
  { name: 'the palette on a focused row', surface: 'palette', inside: 'list' },
  { name: 'the row menu inside the customer', surface: 'row menu', inside: 'tab' },
] as const

const refund = { title: 'Refund', keys: 'p r' }
const approve = { title: 'Force-approve', keys: 'p f', confirm: 'Force-approve' }
const paid = 'stripeInvoiceStatus=paid'
const isWhole = ({ amount, amountRefunded, currency, stripeDisputeStatus, refundInProgress }: PaymentRow) =>
  amountRefunded === 0 && currency === 'eur' && amount > 1000 && stripeDisputeStatus === null && !refundInProgress
const eur = (amount: number) => formatMoney(amount, 'eur')

for (const { extent, places, amountOf, answers } of [
  {
    extent: 'all of it',
    places: [rowMenu, byPalette],
    amountOf: ({ amount }: PaymentRow) => amount,
    answers: [{ choose: 'Full refund' }] satisfies Answer[],
  },
  {
    extent: 'a part',
    places: [byKey, inCustomer],
    amountOf: () => 250,
    answers: [{ choose: 'Partial refund' }, { field: 'Amount', type: '2,50' }] satisfies Answer[],
  },
]) {
  test(`refund of ${extent}: by ${places.map(({ name }) => name).join(' and ')}, once and with its reason [1.2 payments panel]`, async ({
    staff,
    on,
  }) => {
    for (const { name, surface, inside } of places) {
      await test.step(name, async () => {
        const payment = await staff.paymentWhere(paid, isWhole)
        const money = eur(amountOf(payment))
        await on.run(surface, await on.openPaymentRow(payment, inside), {
          ...refund,
          answers: [...answers, { field: 'Reason', type: `asked for by ${name}` }],
          confirm: `Refund ${money}`,
        })
        await expect(on.toast(`Refunded ${money}: payment ${payment.id}.`)).toBeVisible()
        await expect(on.dialog).toHaveCount(0)
        await expect(on.paymentRow(payment.id)).toContainText(/refund/i)
        expect((await staff.payment(payment)).amountRefunded).toBe(amountOf(payment))
        const audit = await staff.audit('payment.refund', payment.id)
        expect(audit).toHaveLength(1)
        expect(JSON.stringify(audit[0]?.after)).toContain(`asked for by ${name}`)
      })
    }
  })
}

test('force-approve: by the palette and the row menu inside the customer, once', async ({ staff, on }) => {
  for (const { name, surface, inside } of [byPalette, inCustomer]) {
    await test.step(name, async () => {
      const payment = await staff.paymentWhere('stripePaymentIntentStatus=requires_payment_method')
      await on.run(surface, await on.openPaymentRow(payment, inside), approve)
      await expect(on.toast(`Payment approved: payment ${payment.id}.`)).toBeVisible()
      await expect(on.paymentRow(payment.id)).toContainText('succeeded')
      expect((await staff.payment(payment)).stripePaymentIntentStatus).toBe('succeeded')
      expect(await staff.audit('payment.approve', payment.id)).toHaveLength(1)
    })
  }
})

const refundCall = ({ id }: PaymentRow) => ({ method: 'PATCH', path: `/payments/${id}/refund`, body: {} }) as const

test('refund refused, of what was refunded: each surface says why, and so does the server', async ({ page, staff, on }) => {
  const [{ title }, reason] = [refund, 'Already refunded in full.']
  const payment = await staff.paymentWhere('refunded=FULLY')
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && !request.url().includes('/live/') && sent.push(request.url()))
  for (const { name, surface, inside } of [rowMenu, byKey, byPalette, inCustomer]) {
    await test.step(name, async () => {
      const row = await on.openPaymentRow(payment, inside)
      if (surface === 'row menu') {
        await on.openRowMenu(row)
        await expect(on.menuItem(title)).toContainText(`unavailable: ${reason}`)
        await on.menuItem(title).press('Enter')
        await expect(on.menuItem(title)).toBeVisible()
      } else if (surface === 'palette') {
        await on.focusRow(row)
        await on.findInPalette(title)
        await expect(on.chosen).toContainText(`unavailable: ${reason}`)
        await page.keyboard.press('Enter')
        await expect(on.chosen).toContainText(title)
        await page.keyboard.press('Escape')
      } else {
        await on.start('key', row, refund)
        await expect(on.announced(`${title} – unavailable: ${reason}`)).toBeVisible()
      }
      await expect(on.dialog).toHaveCount(0)
    })
  }
  expect(sent).toEqual([])
  expect(await staff.send(refundCall(payment))).toMatchObject({ status: 409, body: { message: reason } })
})

const isByItself = (request: Request) => request.headers()['x-by-itself'] === '1'

for (const { fault, surface, says } of [
  { fault: { kind: 'refuse', message: 'The bank said no.' }, surface: 'key', says: 'Not done: The bank said no.' },
  {
    fault: { kind: 'lost-before' },
    surface: 'palette',
    says: 'No answer came back. It may have been done: The payment provider did not answer in time.',
  },
  {
    fault: { kind: 'lost-after' },
    surface: 'key',
    says: 'No answer came back. It may have been done: The payment provider did not answer in time.',
  },
] as const) {
  // [1.8 refund refused]
  test(`a provider with the fault ${fault.kind}, by ${surface}: the question stays, and Try again refunds once`, async ({
    page,
    staff,
    on,
  }) => {
    const payment = await staff.paymentWhere(paid, isWhole)
    await staff.setFaults([{ ...fault, operation: 'refund', times: 1 }])
    await on.start(surface, await on.openPaymentRow(payment, 'list'), refund)
    const answers: Answer[] = [{ choose: 'Partial refund' }, { field: 'Amount', type: '3,10' }, { field: 'Reason', type: 'twice as nice' }]
    for (const each of answers) await (surface === 'palette' ? on.answerStep(each) : on.answerField(each))
    // The pending refund also arrives as a live update, which must not block its own retry.
    const isTold = page.waitForResponse((reply) => reply.url().includes(`paymentId=${payment.id}`) && isByItself(reply.request()))
    await on.confirm(`Refund ${eur(310)}`)
    await expect(on.dialog.getByRole('alert').filter({ hasText: says })).toBeVisible()
    await isTold
    if (surface === 'key') {
      await expect(on.dialog.getByLabel('Amount', { exact: true })).toHaveValue('3,10')
      await expect(on.dialog.getByLabel('Reason', { exact: true })).toHaveValue('twice as nice')
    } else {
      await expect(on.dialog.locator('dd')).toHaveText(['Partial refund', eur(310), 'twice as nice'])
    }
    await on.confirm('Try again')
    await expect(on.toast(`Refunded ${eur(310)}: payment ${payment.id}.`)).toBeVisible()
    await expect(on.dialog).toHaveCount(0)
    expect((await staff.payment(payment)).amountRefunded).toBe(310)
    expect(await staff.audit('payment.refund', payment.id)).toHaveLength(1)
  })
}

test.describe('meanwhile', () => {
  test.use({ samePage: false })
  // [R30 first wins]
  test('a refund by somebody else meanwhile: the dialog says so, keeps what was typed, and refunds nothing', async ({
    page,
    staff,
    on,
  }) => {
    // A live update would show the change before the confirmation: see live.spec.ts.
    await page.route(/\/api\/admin\/live/, (route) => route.abort())
    const payment = await staff.paymentWhere(paid, isWhole)
    await on.start('key', await on.openPaymentRow(payment, 'list'), refund)
    await on.answerField({ choose: 'Partial refund' })
    await on.answerField({ field: 'Amount', type: '4' })
    await on.answerField({ field: 'Reason', type: 'second' })
    await staff.do(refundCall(payment))
    await on.confirm(`Refund ${eur(400)}`)
    await expect(on.dialog.getByRole('alert').filter({ hasText: 'Not done: Someone else was first' })).toBeVisible()
    await expect(on.dialog.getByLabel('Amount', { exact: true })).toHaveValue('4')
    await expect(on.dialog.getByLabel('Reason', { exact: true })).toHaveValue('second')
    expect((await staff.payment(payment)).amountRefunded).toBe(payment.amount)
    expect(await staff.audit('payment.refund', payment.id)).toHaveLength(1)
  })
})
