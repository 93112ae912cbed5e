import type { Browser, Page } from '@playwright/test'
import { createStaff } from '../../server/resources/auth/accounts.ts'
import { startSession } from '../../server/resources/auth/sessions.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { type OwnServer, ownAddress, startOwnServer } from './support/own-server.ts'
import { expect, test } from './support/test.ts'

const origin = ownAddress(36)
let server: OwnServer
const sessions = { lead: '', ben: '' }

test.use({ baseURL: origin, storageState: { cookies: [], origins: [] } })
test.describe.configure({ mode: 'serial', timeout: 120_000 })

test.beforeAll(async () => {
  test.setTimeout(120_000)
  server = await startOwnServer(origin, {}, async (database) => {
    const now = Math.floor(Date.now() / 1000)
    const people = { lead: { name: 'Lea Lead', rol: 1 }, ben: { name: 'Ben Support', rol: 2 } } as const
    for (const [key, { name, rol }] of Object.entries(people)) {
      const { id } = await createStaff(database.orm, { name, email: `${key}@example.com`, password: 'letters4numbers', rol, now })
      const session = await startSession(database.orm, { staffId: id, now, ip: '127.0.0.1', userAgent: 'test', provenAt: now })
      sessions[key as keyof typeof sessions] = session
    }
    await insertCustomers(database, [{ email: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz' }])
    await insertPayments(
      database,
      [1, 2, 3].map(() => ({ amount: 12_000, finalAmount: 12_000, currency: 'eur' })),
    )
  })
})

test.afterAll(() => server.stop())

async function open(browser: Browser, who: keyof typeof sessions, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: 'quaydesk', value: sessions[who], url: origin, httpOnly: true, sameSite: 'Strict' }])
  const page = await context.newPage()
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

test('a policy is made by mouse, ordered by keyboard, and holds at once for everybody [1.2 policies]', async ({ browser }) => {
  const ben = await open(browser, 'ben', '/customers/1')
  const page = await open(browser, 'lead', '/policies')
  await expect(page.getByText('There is none')).toBeVisible()
  await page.getByRole('button', { name: 'Erasing a person’s data needs a second person' }).click()
  await page.getByRole('button', { name: 'Refunds above 100,00 € need a second person' }).click()
  const policies = page.getByRole('listitem', { name: /^Policy/ })
  await expect(policies).toHaveCount(2)
  await expect(policies.first().getByRole('status')).toHaveText(/Nobody has done this yet/)
  await policies.nth(1).getByLabel('Amount in €').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(policies.first().getByLabel('Amount in €')).toHaveValue('100,00')
  await expectAccessible(page, 'the policies')
  const other = await open(browser, 'lead', '/policies')
  await other.getByRole('button', { name: 'Logging in as a customer needs a second person' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('The policies are saved')).toBeVisible()
  await expect(ben.getByRole('link', { name: 'Approvals' })).toBeVisible()
  // What somebody else is writing meanwhile stays, and saves over nothing.
  await expect(other.getByRole('alert')).toContainText('lead@example.com has changed the policies since you opened them')
  await expect(other.getByRole('listitem', { name: /^Policy/ })).toHaveCount(1)
  await expect(other.getByRole('button', { name: 'Save' })).toBeDisabled()
  await other.getByRole('button', { name: 'Cancel' }).click()
  await other.getByRole('button', { name: 'Discard' }).click()
  await expect(other.getByRole('listitem', { name: /^Policy/ })).toHaveCount(2)
  await other.context().close()
  await ben.context().close()
  await page.context().close()
})

test('someone new finds out why, asks, and a colleague approves, by keyboard alone [1.2 approvals]', async ({ browser }) => {
  const lead = await open(browser, 'lead', '/customers')
  const ben = await open(browser, 'ben', '/customers/1')
  await sequence(ben, 'p r')
  const question = ben.getByRole('dialog', { name: 'Refund' })
  await expect(question).toContainText('Refunds above 100,00 € need a second person.')
  await expect(question.getByRole('button', { name: 'Ask for approval' })).toBeVisible()
  await expectAccessible(ben, 'the question for a second person')
  // After the amount, which is all of it: the reason, and asking.
  await ben.keyboard.press('Enter')
  await ben.keyboard.type('Charged twice, QD-31')
  await ben.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(ben.getByText('Asked for as request 1')).toBeVisible()
  await expect(lead.getByRole('link', { name: 'Approvals (1)' })).toBeVisible()
  // Of the colleague: the queue, and agreeing to the first.
  await sequence(lead, 'g 4')
  const beside = lead.getByRole('complementary', { name: /^Refund a payment: 120,00 €/ })
  await expect(beside).toContainText('Charged twice, QD-31')
  await expect(beside).toContainText('Once approved, it is done at once.')
  await expectAccessible(lead, 'the queue')
  await lead.keyboard.press('Control+Enter')
  await expect(lead.getByText('Approved and done.')).toBeVisible()
  await expect(ben.getByText('Approved by Lea Lead and done.')).toBeVisible()
  await expect(ben.getByText('Refunded 120,00 € by Ben Support, approved by Lea Lead')).toBeVisible()
  await ben.context().close()
  await lead.context().close()
})

test('a request is rejected with a reason, and another one withdrawn, by mouse [1.2 approvals]', async ({ browser }) => {
  const ben = await open(browser, 'ben', '/customers/1?tab=payments')
  // The menus say it once the policies are there.
  await expect(ben.getByRole('link', { name: 'Approvals' })).toBeVisible()
  const askFor = async (payment: number) => {
    await ben
      .getByRole('row')
      .filter({ hasText: '120,00' })
      .filter({ hasNotText: 'refunded' })
      .nth(payment)
      .getByRole('button', { name: /actions/i })
      .click()
    const item = ben.getByRole('menuitem', { name: /^Refund/ }).first()
    await expect(item).toContainText('need a second person')
    await item.click()
    await ben.getByRole('button', { name: 'Ask for approval' }).click()
    await expect(ben.getByRole('dialog')).toHaveCount(0)
  }
  await askFor(0)
  await askFor(1)
  const lead = await open(browser, 'lead', '/approvals')
  await expect(lead.getByRole('link', { name: 'Approvals (2)' })).toBeVisible()
  await lead.getByRole('complementary').getByRole('button', { name: 'Reject' }).click()
  await lead.getByLabel('Reason').fill('Refunded in March already.')
  await lead.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(ben.getByText('Rejected by Lea Lead')).toBeVisible()
  await ben.goto('/approvals')
  await ben.getByRole('complementary').getByRole('button', { name: 'Withdraw' }).click()
  await expect(ben.getByText('Nothing waits.')).toBeVisible()
  await expect(lead.getByRole('link', { name: 'Approvals', exact: true })).toBeVisible()
  await ben.context().close()
  await lead.context().close()
})
