import { expect } from '@playwright/test'
import type { AbuseRow } from '../../../src/contract/abuse.ts'
import type { CustomerRow } from '../../../src/contract/customers.ts'
import type { InvoiceRow } from '../../../src/contract/invoices.ts'
import type { Action } from './hands.ts'
import { type Desk, escaped, isSubscribed, lookUp, namesOf, type Ticket, told } from './ticket.ts'
import { customerWith, isRefundable, paymentsOf } from './ticket-finds.ts'
import { onCustomer, onQr } from './ticket-kinds.ts'

const change = ({ staff }: Desk, { id }: CustomerRow, what: string, body: object) =>
  staff.do({ method: 'PATCH', path: `/customers/${id}/${what}`, body })
const ban: Action = { keys: 'a b', title: 'Ban ', confirm: 'Ban' }

/** A morning's queue. */
export const tickets: readonly Ticket[] = [
  onCustomer({
    says: 'spam from this address, ban them',
    action: ban,
    toast: ({ fullName }) => `${fullName} is banned.`,
    audit: ['customer.ban'],
    holds: ({ banned }) => banned,
  }),
  onCustomer({
    says: 'I was banned by mistake',
    before: (desk, row) => change(desk, row, 'ban', { banned: true }),
    by: ({ id }) => String(id),
    action: { keys: 'a b', title: 'Unban ', confirm: 'Unban' },
    toast: ({ fullName }) => `${fullName} is no longer banned.`,
    audit: ['customer.unban'],
    holds: ({ banned }) => !banned,
  }),
  onCustomer({
    says: 'banned the wrong one: take it back',
    action: ban,
    toast: ({ fullName }) => `${fullName} is banned.`,
    afterwards: async (desk, row) => {
      await desk.hands.undo()
      await expect.poll(async () => (await desk.records.customer(row.id)).banned).toBe(false)
    },
    audit: ['customer.ban', 'customer.unban'],
    holds: ({ banned }) => !banned,
  }),
  onCustomer({
    says: 'please end my subscription',
    action: { keys: 's c', title: 'Cancel subscription at period end', confirm: 'Cancel at period end' },
    toast: ({ fullName }) => `Subscription canceled: ${fullName}`,
    audit: ['customer.cancel-at-period-end'],
    holds: ({ subscriptionInfo }) => subscriptionInfo.willCancel,
  }),
  onCustomer({
    says: 'I changed my mind, keep it running',
    before: (desk, row) => change(desk, row, 'cancel-subscription', {}),
    action: { keys: 's r', title: 'Resume subscription', confirm: 'Resume' },
    toast: ({ fullName }) => `Subscription resumed: ${fullName}`,
    audit: ['customer.resume'],
    holds: ({ subscriptionInfo }) => !subscriptionInfo.willCancel,
  }),
  onCustomer({
    says: 'two more weeks to try it, please',
    fits: (row) => row.subscriptionStatus === 'trial_ended',
    action: { keys: 's t', title: 'Extend trial', answers: [{ field: 'Days', type: '14' }], confirm: 'Extend by 14 days' },
    toast: ({ fullName }) => `Trial extended: ${fullName}`,
    audit: ['customer.extend-trial'],
    holds: ({ triallingEndsAt }) => triallingEndsAt !== null && triallingEndsAt > Date.now() / 1000 + 13 * 86_400,
  }),
  onCustomer({
    says: 'come back for 20 % less',
    fits: (row) => row.status === 'canceledByUser' && row.discount === null,
    action: { keys: 's d', title: 'Attach a discount', answers: [{ choose: '20 % –' }], confirm: 'Attach 20 %' },
    toast: ({ fullName }) => `Discount of 20 % attached: ${fullName}`,
    audit: ['customer.attach-discount'],
    holds: ({ discount }) => discount === 20,
  }),
  onCustomer({
    says: 'lost my telephone, switch two-factor off',
    fits: (row) => isSubscribed(row) && row.is2faEnabled,
    action: { keys: 'a t', title: 'Disable two-factor authentication', confirm: 'Disable' },
    toast: ({ fullName }) => `Two-factor authentication disabled: ${fullName}`,
    audit: ['customer.disable-2fa'],
    holds: ({ is2faEnabled }) => !is2faEnabled,
  }),
  onCustomer({
    says: 'a partner of ours, by the name on the contract',
    fits: (row) => isSubscribed(row) && !row.whitelisted,
    by: ({ fullName }) => fullName,
    action: { keys: 'a w', title: 'Add to the whitelist', confirm: 'Add' },
    toast: ({ fullName }) => `Added to the whitelist: ${fullName}`,
    audit: ['customer.whitelist'],
    holds: ({ whitelisted }) => whitelisted,
  }),
  onCustomer({
    says: 'an id from the payment provider: bring it up to date',
    by: ({ stripeCustomerId }) => stripeCustomerId ?? '',
    action: { keys: 'y p', title: 'Copy provider id' },
    toast: () => 'Copied the ',
    audit: [],
  }),
  onCustomer({
    says: 'called, wants to be called back',
    fits: (row) => isSubscribed(row) && !row.hasNote,
    action: { keys: 'n', title: 'Write a note' },
    write: { field: 'Note', text: 'Call back on Monday.' },
    toast: ({ fullName }) => `Note on ${fullName} saved.`,
    audit: ['note.write'],
    holds: ({ hasNote }) => hasNote,
  }),
  onCustomer({
    says: 'needs more QR codes than the plan has',
    by: ({ id }) => String(id),
    action: { keys: 'e', title: 'Edit customer' },
    write: { field: 'QR code limit', text: '5000' },
    toast: () => 'Customer saved',
    audit: ['customer.edit'],
    holds: ({ qrLimit }) => qrLimit === 5000,
  }),
  {
    says: 'charged twice, give 1,00 back',
    prepare: async (desk) => {
      const { row, found: payment } = await customerWith(desk, isSubscribed, async ({ id }) => {
        const [last] = await paymentsOf(desk, id)
        return last && isRefundable(last) && last.amount > 1000 ? last : undefined
      })
      return {
        names: namesOf(row),
        changes: [`payment.refund payment ${payment.id}`],
        work: async () => {
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
      }
    },
  },
  onQr({
    says: 'this code leads to a phishing page',
    by: ({ uri }) => uri,
    action: { keys: 'q s', title: 'Change status', answers: [{ choose: 'blocked' }], confirm: 'Change to blocked' },
    toast: ({ name }) => name,
    audit: ['qr.status'],
  }),
  onQr({
    says: 'our checks keep stopping a good code',
    by: ({ uri }, site) => `${site}/${uri}`,
    action: { keys: 'q w', title: 'Whitelist', confirm: 'Whitelist' },
    toast: ({ name }) => `Whitelisted: ${name}`,
    audit: ['qr.whitelist'],
  }),
  onQr({
    says: 'which address does this poster have?',
    by: ({ uri }, site) => `${site}/${uri}`,
    action: { keys: 'y l', title: 'Copy public link' },
    toast: () => 'Copied the ',
    audit: [],
  }),
  {
    says: 'a question about an invoice',
    prepare: async (desk) => {
      const { row, found: invoice } = await customerWith(
        desk,
        isSubscribed,
        async ({ id }) => (await desk.staff.rows<InvoiceRow>(`/invoices?user=${id}&perPage=10`))[0],
      )
      return {
        names: namesOf(row),
        changes: [],
        work: async () => {
          await desk.hands.lookUp(String(invoice.id), escaped(`Invoice ${invoice.id}`))
          await expect(desk.page.getByRole('main').locator('tbody tr').first()).toContainText(String(invoice.id))
          await desk.hands.act('row', { keys: 'o c', title: 'Open its customer' })
          await expect(desk.page).toHaveURL(new RegExp(`/customers/${invoice.customer}`))
        },
      }
    },
  },
  {
    says: 'the bank warns of a domain',
    prepare: (desk) => {
      const domain = `bank-${desk.queue}.example`
      return Promise.resolve({
        names: [[domain, 'domain']],
        // Its id is new.
        changes: ['blocked-domain.add blocked-domain'],
        work: async () => {
          await desk.hands.goTo('g b', 'Blocked domains')
          await expect(desk.page.getByRole('main').locator('tbody tr').first()).toBeVisible()
          await desk.hands.act('page', {
            keys: 'd a',
            title: 'Add a domain',
            button: 'Add',
            answers: [{ field: 'Domain', type: domain }],
            confirm: 'Add',
          })
          await told(desk, `Blocked: ${domain}`)
        },
      })
    },
  },
  {
    says: 'an abuse report that has been dealt with',
    prepare: async (desk) => {
      // The list begins with those that nobody has dealt with.
      const [report] = await desk.staff.rows<AbuseRow>('/abuse?status=0&perPage=10')
      return {
        names: [[report?.url ?? '', 'address']],
        changes: [`abuse.status abuse ${report?.id}`],
        work: async () => {
          await desk.hands.goTo('g e', 'Abuse reports')
          await desk.hands.act('row', { keys: 'r 2', title: 'Mark finished' })
          await told(desk, 'Status changed: ')
        },
      }
    },
  },
  {
    says: 'I deleted my account by mistake',
    prepare: async (desk) => {
      const row = await desk.staff.customerWhere((each) => each.deleted && each.fullName !== '')
      return {
        names: namesOf(row),
        changes: [`customer.restore customer ${row.id}`],
        work: async () => {
          await lookUp(desk, row, String(row.id))
          await desk.hands.act('page', { keys: 'a r', title: 'Restore the account', confirm: 'Restore' })
          await told(desk, `Account restored: ${row.fullName}`)
          expect((await desk.records.customer(row.id)).deleted).toBe(false)
        },
      }
    },
  },
]
