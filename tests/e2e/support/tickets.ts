import { expect, type Page } from '@playwright/test'
import type { Customer, CustomerRow } from '../../../src/contract/customers.ts'
import type { QrRow } from '../../../src/contract/qrs.ts'
import type { Action, Hands } from './hands.ts'
import type { Records } from './records.ts'
import type { StaffApi } from './staff-api.ts'

/** Everything needed to work on a ticket. */
export interface Desk {
  page: Page
  hands: Hands
  staff: StaffApi
  records: Records
  /** Distinguishes the queues of one run, for records that can be created only once. */
  queue: string
}

/** A ticket: its text, and how to work it (look up, read, act). */
export interface Ticket {
  says: string
  /** Resolves once the outcome is shown. */
  work: (desk: Desk) => Promise<void>
}

const isOrdinary = (row: CustomerRow) =>
  !row.deleted && !row.banned && row.fullName !== '' && row.subscriptionStatus !== 'soft_deleted' && row.stripeCustomerId !== null
const escaped = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

/** Waits for the success message. */
async function told({ page, hands }: Desk, text: string) {
  await expect(page.getByRole('listitem').filter({ hasText: text }).first()).toBeVisible()
  await hands.afterStep('done')
}

/** Reads the customer's heading, as a person does before acting. */
const read = ({ page }: Desk, text: string) => expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText(text)

async function customer(desk: Desk, fits: (row: CustomerRow) => boolean): Promise<CustomerRow> {
  return desk.staff.customerWhere((row) => isOrdinary(row) && fits(row))
}

/** Looks up a customer by one of the texts in the ticket. */
async function lookUp(desk: Desk, row: CustomerRow, by: string) {
  await desk.hands.lookUp(by, escaped(row.email))
  await read(desk, row.fullName)
}

/** An active QR code. */
async function qr(desk: Desk): Promise<QrRow> {
  const { rows } = (await desk.staff.do({ method: 'GET', path: '/qrs?perPage=150&sort=id&sortDirection=desc' })) as { rows: QrRow[] }
  const found = rows.find((row) => row.status === 1 && row.stopped === 0 && !row.whitelisted && row.name !== '' && row.user > 60)
  if (!found) throw new Error('the demo has no such QR code (any more)')
  return found
}

/**
 * A ticket on one customer, found by email: one action and its message.
 * @param holds what the server stores afterwards
 */
function onCustomer(
  says: string,
  fits: (row: CustomerRow) => boolean,
  action: Action,
  toast: (row: CustomerRow) => string,
  holds: (customer: Customer) => boolean = () => true,
  by: (row: CustomerRow) => string = ({ email }) => email,
): Ticket {
  return {
    says,
    work: async (desk) => {
      const row = await customer(desk, fits)
      await lookUp(desk, row, by(row))
      await desk.hands.act('page', action)
      await told(desk, toast(row))
      expect(holds(await desk.records.customer(row.id))).toBe(true)
    },
  }
}

/** A ticket on one QR code, found by what the ticket says about it. */
function onQr(says: string, action: Action, toast: (row: QrRow) => string, by: (row: QrRow, site: string) => string): Ticket {
  return {
    says,
    work: async (desk) => {
      const row = await qr(desk)
      const { publicSiteUrl } = (await desk.staff.do({ method: 'GET', path: '/auth/me' })) as { publicSiteUrl: string }
      await desk.hands.lookUp(by(row, publicSiteUrl), escaped(row.uri))
      await expect(desk.page.getByRole('main').locator('tbody tr').filter({ hasText: row.uri })).toHaveCount(1)
      await desk.hands.act('row', action)
      await told(desk, toast(row))
    },
  }
}

/** A morning's queue. */
export const tickets: readonly Ticket[] = [
  onCustomer(
    'spam from this address, ban them',
    () => true,
    { keys: 'a b', title: 'Ban ', confirm: 'Ban' },
    ({ fullName }) => `${fullName} is banned.`,
    ({ banned }) => banned,
  ),
  {
    says: 'I was banned by mistake',
    work: async (desk) => {
      const row = await customer(desk, () => true)
      await desk.staff.do({ method: 'PATCH', path: `/customers/${row.id}/ban`, body: { banned: true } })
      await lookUp(desk, row, String(row.id))
      await desk.hands.act('page', { keys: 'a b', title: 'Unban ', confirm: 'Unban' })
      await told(desk, `${row.fullName} is no longer banned.`)
      expect((await desk.records.customer(row.id)).banned).toBe(false)
    },
  },
  {
    says: 'banned the wrong one: take it back',
    work: async (desk) => {
      const row = await customer(desk, () => true)
      await lookUp(desk, row, row.email)
      await desk.hands.act('page', { keys: 'a b', title: 'Ban ', confirm: 'Ban' })
      await told(desk, `${row.fullName} is banned.`)
      await desk.hands.undo()
      await expect.poll(async () => (await desk.records.customer(row.id)).banned).toBe(false)
    },
  },
  onCustomer(
    'please end my subscription',
    (row) => row.subscriptionStatus === 'active' && !row.subscriptionInfo.willCancel,
    { keys: 's c', title: 'Cancel subscription at period end', confirm: 'Cancel at period end' },
    ({ fullName }) => `Subscription canceled: ${fullName}.`,
    ({ subscriptionInfo }) => subscriptionInfo.willCancel,
  ),
  {
    says: 'I changed my mind, keep it running',
    work: async (desk) => {
      const row = await customer(desk, (each) => each.subscriptionStatus === 'active' && !each.subscriptionInfo.willCancel)
      await desk.staff.do({ method: 'PATCH', path: `/customers/${row.id}/cancel-subscription`, body: {} })
      await lookUp(desk, row, row.email)
      await desk.hands.act('page', { keys: 's r', title: 'Resume subscription', confirm: 'Resume' })
      await told(desk, `Subscription resumed: ${row.fullName}.`)
      expect((await desk.records.customer(row.id)).subscriptionInfo.willCancel).toBe(false)
    },
  },
  onCustomer(
    'two more weeks to try it, please',
    (row) => row.subscriptionStatus === 'trial_ended',
    { keys: 's t', title: 'Extend trial', answers: [{ field: 'Days', type: '14' }], confirm: 'Extend by 14 days' },
    ({ fullName }) => `Trial extended: ${fullName}, until `,
    ({ triallingEndsAt }) => triallingEndsAt !== null && triallingEndsAt > Date.now() / 1000 + 13 * 86_400,
  ),
  onCustomer(
    'come back for 20 % less',
    (row) => row.subscriptionStatus === 'canceled' && row.discount === null,
    { keys: 's d', title: 'Attach a discount', answers: [{ choose: '20 % –' }], confirm: 'Attach 20 %' },
    ({ fullName }) => `Discount of 20 % attached: ${fullName}.`,
    ({ discount }) => discount === 20,
  ),
  onCustomer(
    'lost my telephone, switch two-factor off',
    (row) => row.is2faEnabled,
    { keys: 'a t', title: 'Disable two-factor authentication', confirm: 'Disable' },
    ({ fullName }) => `Two-factor authentication disabled: ${fullName}.`,
    ({ is2faEnabled }) => !is2faEnabled,
  ),
  onCustomer(
    'a partner of ours, by the name on the contract',
    (row) => !row.whitelisted,
    { keys: 'a w', title: 'Add to the whitelist', confirm: 'Add' },
    ({ fullName }) => `Added to the whitelist: ${fullName}.`,
    ({ whitelisted }) => whitelisted,
    ({ fullName }) => fullName,
  ),
  onCustomer(
    'an id from the payment provider: bring it up to date',
    () => true,
    { keys: 'y p', title: 'Copy provider id' },
    () => 'Copied the ',
    () => true,
    ({ stripeCustomerId }) => stripeCustomerId ?? '',
  ),
  {
    says: 'called, wants to be called back',
    work: async (desk) => {
      const row = await customer(desk, (each) => !each.hasNote)
      await lookUp(desk, row, row.email)
      await desk.hands.act('page', { keys: 'n', title: 'Write a note' })
      await desk.hands.write('Note', 'Call back on Monday.')
      await told(desk, `Note on ${row.fullName} saved.`)
      expect((await desk.records.customer(row.id)).hasNote).toBe(true)
    },
  },
  {
    says: 'needs more QR codes than the plan has',
    work: async (desk) => {
      const row = await customer(desk, () => true)
      await lookUp(desk, row, String(row.id))
      await desk.hands.act('page', { keys: 'e', title: 'Edit customer' })
      await desk.hands.write('QR code limit', '5000')
      await told(desk, 'Customer saved')
      expect((await desk.records.customer(row.id)).qrLimit).toBe(5000)
    },
  },
  {
    says: 'charged twice, give 1,00 back',
    work: async (desk) => {
      const payment = await desk.staff.paymentToRefund()
      await desk.hands.lookUp(payment.email, escaped(payment.email))
      await desk.hands.openTab('t p', 'Payments')
      await desk.hands.act(
        { row: `Payment ${payment.id}` },
        {
          keys: 'p r',
          title: 'Refund',
          answers: [{ choose: 'Partial refund' }, { field: 'Partial amount', type: '1,00' }],
          confirm: 'Refund 1,00 €',
        },
      )
      await told(desk, 'Refunded 1,00 €')
      expect((await desk.staff.payment(payment)).amountRefunded).toBe(100)
    },
  },
  onQr(
    'this code leads to a phishing page',
    { keys: 'q s', title: 'Change status', answers: [{ choose: 'blocked' }], confirm: 'Change to blocked' },
    ({ name }) => name,
    ({ uri }) => uri,
  ),
  onQr(
    'our checks keep stopping a good code',
    { keys: 'q w', title: 'Whitelist', confirm: 'Whitelist' },
    ({ name }) => `Whitelisted: ${name}`,
    ({ uri }, site) => `${site}/${uri}`,
  ),
  onQr(
    'which address does this poster have?',
    { keys: 'y l', title: 'Copy public link' },
    () => 'Copied the ',
    ({ uri }, site) => `${site}/${uri}`,
  ),
  {
    says: 'a question about an invoice',
    work: async (desk) => {
      const invoice = await desk.records.firstInvoice()
      await desk.hands.lookUp(String(invoice.id), escaped(`Invoice ${invoice.id}`))
      await expect(desk.page.getByRole('main').locator('tbody tr').first()).toContainText(String(invoice.id))
      await desk.hands.act('row', { keys: 'o c', title: 'Open its customer' })
      await expect(desk.page).toHaveURL(new RegExp(`/customers/${invoice.customer}`))
    },
  },
  {
    says: 'the bank warns of a domain',
    work: async (desk) => {
      await desk.hands.goTo('g b', 'Blocked domains')
      await expect(desk.page.getByRole('main').locator('tbody tr').first()).toBeVisible()
      await desk.hands.act('page', {
        keys: 'd a',
        title: 'Add a domain',
        button: 'Add',
        answers: [{ field: 'Domain', type: `bank-${desk.queue}.example` }],
        confirm: 'Add',
      })
      await told(desk, `Blocked: bank-${desk.queue}.example`)
    },
  },
  {
    says: 'an abuse report that has been dealt with',
    work: async (desk) => {
      await desk.hands.goTo('g e', 'Abuse reports')
      await desk.hands.act('row', { keys: 'r 2', title: 'Mark finished' })
      await told(desk, 'Status changed: ')
    },
  },
  {
    says: 'I deleted my account by mistake',
    work: async (desk) => {
      const row = await desk.staff.customerWhere((each) => each.deleted && each.fullName !== '')
      await lookUp(desk, row, String(row.id))
      await desk.hands.act('page', { keys: 'a r', title: 'Restore the account', confirm: 'Restore' })
      await told(desk, `Account restored: ${row.fullName}.`)
      expect((await desk.records.customer(row.id)).deleted).toBe(false)
    },
  },
]
