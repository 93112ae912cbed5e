import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { HeldAnswers } from './support/held-answers.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

test('tabs are in the URL, switch with the arrow keys, and Back returns to the previous one [1.2 customer tabs]', async ({
  page,
  records,
}) => {
  const [row] = await records.customers()
  await visit(page, `/customers/${row?.id}`)
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  await expect(tab(/^Info/)).toHaveAttribute('aria-selected', 'true')
  await tab(/^Info/).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\?tab=payments$/)
  await expect(tab(/^Payments/)).toBeFocused()
  await expect(page.getByRole('main').getByRole('table')).toBeVisible()
  await expectAccessible(page, 'payments of a customer')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\?tab=invoices$/)
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\?tab=qrs$/)
  await expect(page.getByRole('main').getByRole('table')).toBeVisible()
  await page.goBack()
  await expect(tab(/^Invoices/)).toHaveAttribute('aria-selected', 'true')
})

test('the heading, or whoever is among the tabs, keeps the focus once the customer has loaded', async ({ page, records }) => {
  const [, row, other] = await records.customers()
  await visit(page, '/qrs/archived')
  const held = await HeldAnswers.of(page, new RegExp(`/customers/${row?.id}$`))
  await visit(page, `/customers/${row?.id}`)
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  const loading = page.getByRole('status', { name: 'Loading the customer' })
  await expect(loading).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await held.releaseAll()
  await expect(loading).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  const heldAgain = await HeldAnswers.of(page, new RegExp(`/customers/${other?.id}$`))
  await visit(page, `/customers/${other?.id}`)
  await expect(loading).toBeVisible()
  await tab(/^Info/).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(/^Payments/)).toBeFocused()
  await heldAgain.releaseAll()
  await expect(page.getByRole('main').getByRole('table')).toBeVisible()
  await expect(tab(/^Payments/)).toBeFocused()
})

test('the form with an invalid limit is accessible', async ({ page, records }) => {
  const row = (await records.customers())[2]
  await visit(page, `/customers/${row?.id}`)
  await expect(page.getByRole('region', { name: 'Subscription' })).toBeVisible()
  await sequence(page, 'e')
  await page.getByLabel('QR code limit').fill('0')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Must be a whole number from 1 to 100000.')).toBeVisible()
  await expectAccessible(page, 'the form with an error')
})

test('a timeline of ten thousand entries shows the newest, and older ones by keyboard; the page scrolls, not a box in it', async ({
  page,
  records,
}) => {
  const row = (await records.customers())[4]
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    id: `event:${index}`,
    kind: 'event',
    at: 1_790_000_000 - index * 3000,
    what: `event_${index}`,
    detail: null,
    amount: null,
    currency: null,
    actor: null,
    before: null,
    after: null,
  }))
  await page.route('**/api/admin/**/timeline**', (route) => route.fulfill({ json: { rows, next: null } }))
  await visit(page, `/customers/${row?.id}`)
  const feed = page.getByRole('feed', { name: 'Timeline' })
  await feed.scrollIntoViewIfNeeded()
  await expect(feed.getByRole('article')).toHaveCount(15)
  const older = page.getByRole('button', { name: 'Show older' })
  await older.press('Enter')
  await expect(feed.getByText('Event 44', { exact: true })).toBeAttached()
  await expect(older).toBeFocused()
  await older.press('Enter')
  await expect(feed.getByRole('article')).toHaveCount(75)
  const { x = 0, y = 0 } = (await feed.boundingBox()) ?? {}
  const before = await page.evaluate(() => window.scrollY)
  await page.mouse.move(x + 200, Math.max(y, 300))
  await page.mouse.wheel(0, 200)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before + 200)
})
