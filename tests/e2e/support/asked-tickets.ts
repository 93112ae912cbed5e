import { expect, request } from '@playwright/test'
import { lastKnownId } from '../../../demo/data/known.ts'
import type { BillingData } from '../../../src/contract/billing.ts'
import type { CustomerDomainRow } from '../../../src/contract/customer-domains.ts'
import type { AnyInvitationRow } from '../../../src/contract/invitations.ts'
import { formatMoney } from '../../../src/contract/money.ts'
import { whyNotApprove } from '../../../src/contract/payment-rules.ts'
import type { PaymentRow } from '../../../src/contract/payments.ts'
import { openReceiver } from '../../support/receiver.ts'
import type { Keyboard } from './hands.ts'
import { customerFor, type Desk, escaped, isSubscribed, namesOf, type Ticket, told } from './ticket.ts'
import { customerWith, isEarlierMonth, isRefundable, lastMonth, monthName, monthOf, oneOf, paymentsOf } from './ticket-finds.ts'

/** A payment of an earlier month in which there was no other, and which is not the last one. */
async function earlierPayment(desk: Desk, user: number) {
  const all = await paymentsOf(desk, user)
  const inMonthOf = (at: number) => all.filter(({ createdAt }) => monthOf(createdAt) === monthOf(at))
  const last = all.find(isRefundable)
  return all.find((each) => each !== last && isRefundable(each) && isEarlierMonth(each.createdAt) && inMonthOf(each.createdAt).length === 1)
}

const billingOf = async ({ staff }: Desk, id: number) =>
  ((await staff.do({ method: 'GET', path: `/customers/${id}/billing` })) as { billing: BillingData | null }).billing

/** Refunds what the chosen row is about, in full. */
async function refundAll(desk: Desk<Keyboard>, amount: string) {
  await desk.hands.toEnd()
  await desk.hands.confirm(`Refund ${amount}`, 'Control+Enter')
  await told(desk, `Refunded ${amount}`)
}

/** A product that is told of invitations. */
async function productOf({ staff }: Desk) {
  const product = await openReceiver()
  const endpoint = { url: `${product.url}/hook`, events: ['invitation.resent'] }
  const { id } = (await staff.do({ method: 'POST', path: '/webhook-endpoints', body: endpoint })) as { id: number }
  const close = async () => {
    await staff.do({ method: 'DELETE', path: `/webhook-endpoints/${id}` })
    await product.close()
  }
  return { product, close }
}

/** Tickets that are pasted into the palette as one request, which changes something. */
export const askedTickets: readonly Ticket<Keyboard>[] = [
  {
    says: 'an invitation that has not arrived',
    prepare: async (desk) => {
      const all = await desk.staff.rows<AnyInvitationRow>('/customers/invitations?perPage=150')
      const { email, owner } = oneOf(all, (each) => each.status === 0 && each.owner > lastKnownId)
      const { product, close } = await productOf(desk)
      return {
        names: namesOf(await desk.records.customer(owner)),
        changes: [`invitation.resend customer ${owner}`],
        work: async () => {
          await desk.hands.ask(`resend invitation ${email}`, escaped(email))
          await told(desk, `The product sends ${email} their invitation again.`)
          await expect.poll(() => product.received.map(({ type }) => type), { timeout: 20_000 }).toEqual(['invitation.resent'])
        },
        tidyUp: close,
      }
    },
  },
  {
    says: 'last month’s refunds as a file for finance',
    // Not on a customer's page, where theirs would be the first.
    prepare: (desk) =>
      Promise.resolve({
        names: [[monthName(lastMonth()), 'month']],
        // Whoever exports is the record.
        changes: ['list.export staff'],
        work: async () => {
          const download = desk.page.waitForEvent('download')
          await desk.hands.ask(`refunds of ${monthName(lastMonth())} as csv`, /Export as CSV: Payments · \d+ found(?!.*Customer)/)
          expect((await download).suggestedFilename()).toMatch(/\.csv$/)
          await told(desk, 'Exported: ')
        },
      }),
  },
  {
    says: 'an earlier month back, and not the last payment',
    prepare: async (desk) => {
      const { row, found } = await customerWith(desk, isSubscribed, ({ id }) => earlierPayment(desk, id))
      return {
        names: namesOf(row),
        changes: [`payment.refund payment ${found.id}`],
        work: async () => {
          await desk.hands.ask(`refund the ${monthName(found.createdAt)} payment of ${row.email}`, new RegExp(found.ref))
          await refundAll(desk, formatMoney(found.amount, found.currency))
        },
      }
    },
  },
  {
    says: 'cancel at once, and the last payment back',
    prepare: async (desk) => {
      const { row, found } = await customerWith(desk, isSubscribed, async ({ id }) => {
        const last = (await paymentsOf(desk, id)).find(({ stripeInvoiceStatus }) => stripeInvoiceStatus === 'paid')
        return last && isRefundable(last) ? last : undefined
      })
      return {
        names: namesOf(row),
        changes: [
          `customer.cancel-at-period-end customer ${row.id}`,
          `customer.cancel-immediately customer ${row.id}`,
          `payment.refund payment ${found.id}`,
        ],
        work: async () => {
          await desk.hands.ask(`cancel immediately ${row.email}`, /Cancel subscription at once/)
          await desk.hands.confirm('Cancel at once', 'Control+Enter')
          await told(desk, `Subscription canceled at once: ${row.fullName}`)
          await desk.hands.ask(`refund ${row.email}`, /Refund the last payment/)
          await refundAll(desk, formatMoney(found.amount, found.currency))
        },
      }
    },
  },
  {
    says: 'the wrong coupon: 75 % instead of 25 %',
    prepare: async (desk) => {
      const row = await customerFor(desk, (each) => each.status === 'canceledByUser' && each.discount === null)
      await desk.staff.do({ method: 'POST', path: `/customers/${row.id}/discount`, body: { discount: 75 } })
      return {
        names: namesOf(row),
        changes: [`customer.attach-discount customer ${row.id}`],
        work: async () => {
          await desk.hands.ask(`change discount of ${row.email} to 25`, /discount — 25 %/)
          await desk.hands.toEnd()
          await desk.hands.confirm('Attach 25 %', 'Enter')
          await told(desk, `Discount of 25 % attached: ${row.fullName}`)
          expect((await desk.records.customer(row.id)).discount).toBe(25)
        },
      }
    },
  },
  {
    says: 'a VAT number corrected, and that taken back',
    prepare: async (desk) => {
      const { row, found } = await customerWith(
        desk,
        ({ country }) => country === 'de',
        async ({ id }) => {
          const billing = await billingOf(desk, id)
          return billing?.vatNumber && !billing.locked && billing.country === 'de' ? billing.vatNumber : undefined
        },
      )
      const corrected = found === 'DE557166833' ? 'DE206083396' : 'DE557166833'
      return {
        names: [...namesOf(row), [corrected, 'VAT number'], [found, 'VAT number']],
        changes: [`customer.edit-billing customer ${row.id}`, `customer.edit-billing customer ${row.id}`],
        work: async () => {
          await desk.hands.ask(`change vat number of ${row.email} to ${corrected}`, /Change VAT number/)
          await desk.hands.save('VAT number', corrected)
          await told(desk, 'Billing data saved')
          expect((await billingOf(desk, row.id))?.vatNumber).toBe(corrected)
          await desk.hands.undo()
          await expect.poll(async () => (await billingOf(desk, row.id))?.vatNumber).toBe(found)
        },
      }
    },
  },
  {
    says: 'their domain is not verified',
    prepare: async (desk) => {
      const pending = await desk.staff.rows<CustomerDomainRow>('/customers/domains?status=pending&perPage=50')
      // The demo's name servers know nothing of some.
      const { id, hostname } = oneOf(pending, (each) => /^(qr|go|menu)\./.test(each.hostname))
      return {
        names: [[hostname, 'domain']],
        changes: [`domain.validate domain ${id}`],
        work: async () => {
          await desk.hands.ask(`verify ${hostname}`, /Check its DNS/)
          await told(desk, `Checked ${hostname}`)
        },
      }
    },
  },
  {
    says: 'a colleague is locked out',
    prepare: async (desk) => {
      const { name, email } = { name: 'Nora Quist', email: `nora-${desk.queue}@team.quaydesk.com` }
      const { id } = (await desk.staff.do({ method: 'POST', path: '/users', body: { name, email, password: 'harbour7' } })) as {
        id: number
      }
      const { origin } = new URL(desk.page.url())
      const calls = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } })
      const tryToSignIn = async () => (await calls.post('/api/admin/auth/login', { data: { email, password: 'harbour8' } })).status()
      while ((await tryToSignIn()) !== 429);
      await calls.dispose()
      return {
        names: [[name, 'colleague']],
        changes: [`user.unlock staff ${id}`],
        work: async () => {
          await desk.hands.ask(`unlock ${email}`, /Unlock sign-in/)
          await told(desk, `Sign-in unlocked: ${name}`)
        },
      }
    },
  },
  {
    says: 'the bank transfer has arrived',
    prepare: async (desk) => {
      const open = await desk.staff.rows<PaymentRow>('/payments?stripePaymentIntentStatus=processing&perPage=150')
      const users = open.filter(({ userId }) => userId > lastKnownId).map(({ userId }) => userId)
      const { row, found } = await customerWith(
        desk,
        ({ id }) => users.includes(id),
        async ({ id }) => {
          const [only, second] = (await paymentsOf(desk, id)).filter((payment) => whyNotApprove(payment) === null)
          return second ? undefined : only
        },
      )
      return {
        names: namesOf(row),
        changes: [`payment.approve payment ${found.id}`],
        work: async () => {
          await desk.hands.ask(`force approve ${row.email}`, /Force-approve/)
          await desk.hands.confirm('Force-approve', 'Control+Enter')
          await told(desk, 'approved')
        },
      }
    },
  },
]
