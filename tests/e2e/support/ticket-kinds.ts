import { expect } from '@playwright/test'
import type { Customer, CustomerRow } from '../../../src/contract/customers.ts'
import type { QrRow } from '../../../src/contract/qrs.ts'
import type { Action } from './hands.ts'
import { customerFor, type Desk, escaped, isSubscribed, lookUp, namesOf, type Ticket, told } from './ticket.ts'

/** An active QR code. */
async function activeQr({ staff }: Desk): Promise<QrRow> {
  const found = (await staff.rows<QrRow>('/qrs?perPage=150&sort=id&sortDirection=desc')).find(
    (row) => row.status === 1 && row.stopped === 0 && !row.whitelisted && row.name !== '' && row.user > 60,
  )
  if (!found) throw new Error('the demo has no such QR code (any more)')
  return found
}

interface OnCustomer {
  says: string
  fits?: (row: CustomerRow) => boolean
  /** Creates the state that the ticket is about. */
  before?: (desk: Desk, row: CustomerRow) => Promise<unknown>
  /** What the ticket says of the customer; the email if absent. */
  by?: (row: CustomerRow) => string
  action: Action
  /** What the form that it opens is given. */
  write?: { field: string; text: string }
  toast: (row: CustomerRow) => string
  /** What is done after the message. */
  afterwards?: (desk: Desk, row: CustomerRow) => Promise<unknown>
  /** The actions of the audit trail. */
  audit: readonly string[]
  /** What the server stores afterwards. */
  holds?: (customer: Customer) => boolean
}

/** A ticket on one customer: one action and its message. */
export function onCustomer({ says, fits = isSubscribed, by = ({ email }) => email, ...ticket }: OnCustomer): Ticket {
  const { before, action, write, toast, afterwards, audit, holds = () => true } = ticket
  return {
    says,
    prepare: async (desk) => {
      const row = await customerFor(desk, fits)
      await before?.(desk, row)
      return {
        names: namesOf(row),
        changes: audit.map((name) => `${name} customer ${row.id}`),
        work: async () => {
          await lookUp(desk, row, by(row))
          await desk.hands.act('page', action)
          if (write) await desk.hands.write(write.field, write.text)
          await told(desk, toast(row))
          await afterwards?.(desk, row)
          await expect.poll(async () => holds(await desk.records.customer(row.id))).toBe(true)
        },
      }
    },
  }
}

interface OnQr {
  says: string
  by: (row: QrRow, site: string) => string
  action: Action
  toast: (row: QrRow) => string
  audit: readonly string[]
}

/** A ticket on one QR code, found by what the ticket says about it. */
export function onQr({ says, by, action, toast, audit }: OnQr): Ticket {
  return {
    says,
    prepare: async (desk) => {
      const row = await activeQr(desk)
      const { publicSiteUrl } = (await desk.staff.do({ method: 'GET', path: '/auth/me' })) as { publicSiteUrl: string }
      return {
        names: [
          [`${publicSiteUrl}/${row.uri}`, 'link'],
          [row.name, 'code'],
          [row.uri, 'uri'],
        ],
        changes: audit.map((name) => `${name} qr ${row.id}`),
        work: async () => {
          await desk.hands.lookUp(by(row, publicSiteUrl), escaped(row.uri))
          await expect(desk.page.getByRole('main').locator('tbody tr').filter({ hasText: row.name })).toHaveCount(1)
          await desk.hands.act('row', action)
          await told(desk, toast(row))
        },
      }
    },
  }
}
