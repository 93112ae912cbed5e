import { expect } from '@playwright/test'
import type { AbuseRow } from '../../../src/contract/abuse.ts'
import type { ApiCallRow } from '../../../src/contract/api-calls.ts'
import type { CustomerRow } from '../../../src/contract/customers.ts'
import type { InvoiceRow } from '../../../src/contract/invoices.ts'
import { shared } from './accounts.ts'
import type { Keyboard } from './hands.ts'
import { customerFor, type Desk, escaped, isSubscribed, namesOf, type Task, type Ticket } from './ticket.ts'
import { customerWith, isEarlierMonth, monthName, monthOf, oneOf } from './ticket-finds.ts'

const rows = ({ page }: Desk) => page.getByRole('main').locator('tbody tr:not([aria-hidden])')
const heading = ({ page }: Desk) => page.getByRole('main').getByRole('heading', { level: 1 })

/** Nothing may change by looking. */
const looked = (names: Task['names'], work: Task['work']): Task => ({ names, changes: [], work })

/** Tickets that only ask. */
export const lookedUpTickets: readonly Ticket<Keyboard>[] = [
  {
    says: 'four people in one forwarded mail',
    prepare: async (desk) => {
      const found: CustomerRow[] = []
      for (let count = 0; count < 4; count += 1) found.push(await customerFor(desk, isSubscribed))
      const [first, second, third, fourth] = found.map(({ email }) => email)
      const mail = `From: ${first}\nTo: support@quaydesk.test\nCc: "Other" <${second}>; ${third}\n\nHello,\nthe same for ${fourth}, please.`
      return looked(found.flatMap(namesOf), async () => {
        await desk.hands.ask(mail, /these 4 records/)
        for (const [index, { fullName }] of found.entries()) {
          if (index > 0) await desk.hands.sequence('j')
          await expect(heading(desk)).toContainText(fullName)
        }
      })
    },
  },
  {
    says: 'a copy of an earlier month’s invoice',
    prepare: async (desk) => {
      const { row, found } = await customerWith(desk, isSubscribed, async ({ id }) => {
        const all = await desk.staff.rows<InvoiceRow>(`/invoices?user=${id}&perPage=150`)
        const inMonthOf = (at: number) => all.filter(({ createdAt }) => monthOf(createdAt) === monthOf(at))
        return all.find(({ createdAt }) => isEarlierMonth(createdAt) && inMonthOf(createdAt).length === 1)
      })
      return looked(namesOf(row), async () => {
        await desk.hands.ask(`invoice of ${row.email} ${monthName(found.createdAt)}`, /Invoices of/)
        await expect(rows(desk)).toHaveCount(1)
        // Showing or saving the file is up to the browser.
        const asked = desk.page.context().waitForEvent('request', (request) => request.url().includes(found.link))
        await desk.hands.act('row', { keys: 'i v', title: 'View PDF' })
        expect((await asked).isNavigationRequest()).toBe(true)
      })
    },
  },
  {
    says: 'our program gets errors',
    prepare: async (desk) => {
      const [call] = await desk.staff.rows<ApiCallRow>('/api-calls?result=failed&perPage=10')
      const owner = await desk.records.customer(call?.owner ?? 0)
      return looked(namesOf(owner), async () => {
        await desk.hands.ask(`failed api calls of ${owner.email}`, /API calls of/)
        await expect(desk.page).toHaveURL(new RegExp(`/api-calls\\?.*owner=${owner.id}`))
        await expect(rows(desk).first()).toBeVisible()
      })
    },
  },
  {
    says: 'what did Sam do today?',
    prepare: (desk) => {
      const { name, email } = shared.support
      const work = async () => {
        await desk.hands.ask('what did sam do today', /Audit trail of/)
        await expect(desk.page).toHaveURL(new RegExp(`/audit\\?.*actor=${encodeURIComponent(email)}`))
        await expect(rows(desk).first()).toContainText(email)
      }
      return Promise.resolve(looked([[name, 'colleague']], work))
    },
  },
  {
    says: 'who reported this?',
    prepare: async (desk) => {
      const all = await desk.staff.rows<AbuseRow>('/abuse?perPage=150')
      const { id, url, email } = oneOf(all, (each) => all.filter((other) => other.email === each.email).length === 1)
      return looked([[url, 'address']], async () => {
        await desk.hands.ask(email, escaped(email))
        await expect(desk.page).toHaveURL(new RegExp(`/security/abuse\\?.*id=${id}`))
        await expect(rows(desk).first()).toContainText(email)
      })
    },
  },
]
