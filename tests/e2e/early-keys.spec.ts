import type { Page } from '@playwright/test'
import { signedInAs } from './support/accounts.ts'
import { pill } from './support/filters.ts'
import { HeldAnswers } from './support/held-answers.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

// Uses its own context, because responses that are held back must not already be cached.
test.use({ storageState: signedInAs('support'), ownContext: true })

const waiting = (page: Page) => page.getByText('when the page has loaded')

test('keys pressed while a customer loads act in order once it has loaded, but not after leaving the page', async ({
  page,
  customers,
  records,
}) => {
  const [left, awaited] = await records.customers('perPage=10')
  const customer = await HeldAnswers.of(page, new RegExp(`/api/admin/customers/(${left?.id}|${awaited?.id})$`))
  await page.goto(`/customers/${left?.id}`)
  await expect(customers.heading).toHaveText(`Customer #${left?.id}`)
  await sequence(page, 'j')
  await expect(waiting(page)).toBeVisible()
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await expect(customers.rows.first()).toBeVisible()
  await expect(waiting(page)).toBeHidden()
  await expect(customers.current).toHaveCount(0)

  await customers
    .row(awaited?.email ?? '')
    .getByRole('link')
    .first()
    .click()
  await expect(customers.heading).toHaveText(`Customer #${awaited?.id}`)
  await sequence(page, 't v')
  await expect(waiting(page)).toBeVisible()
  await customer.releaseAll()
  await expect(page).toHaveURL(/tab=invoices/)
  await expect(waiting(page)).toBeHidden()
})

test('before the command code loads, removing a filter moves focus; queued keys and Enter act on a row in order', async ({
  page,
  customers,
}) => {
  const code = await HeldAnswers.of(page, /\/assets\/later-[^/]+\.js$/)
  await page.goto('/customers?country=es&trialPlan=true', { waitUntil: 'commit' })
  await expect(customers.rows.first()).toBeVisible()
  const found = page.getByText(/^\d+ found$/)
  const count = await found.innerText()
  const removals = page.getByRole('button', { name: /^Remove filter/ })
  await removals.first().click()
  await expect(removals).toHaveCount(1)
  await expect(pill(page, 'Country')).toBeFocused()
  await expect(found).not.toHaveText(count)

  const ids = await customers.ids()
  await customers.rows.first().getByRole('link').first().focus()
  await sequence(page, 'j y i')
  await page.keyboard.press('Enter')
  await expect(waiting(page)).toBeVisible()
  await expect(page).toHaveURL(/\/customers\?/)
  await code.releaseAll()
  await expect(page).toHaveURL(new RegExp(`/customers/${ids[1]}$`))
  await expect(page.getByText('Copied the id.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(String(ids[1]))
})

test('keys pressed before a list’s rows load move within them; Escape discards queued keys', async ({ page, customers }) => {
  const list = await HeldAnswers.of(page, /\/api\/admin\/customers\?/)
  await page.goto('/customers')
  await expect(customers.heading).toHaveText('Customers')
  await sequence(page, 'j j')
  await expect(waiting(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(waiting(page)).toBeHidden()
  await sequence(page, 'j j Enter')
  await list.releaseAll()
  await expect(page).toHaveURL(/\/customers\/\d+$/)
  const second = new URL(page.url()).pathname
  await page.goBack()
  await expect(customers.rows.nth(1).locator(`a[href="${second}"]`).first()).toBeVisible()
})

test('a page that arrives while the palette’s code loads doesn’t take the focus from what is typed', async ({ page, customers }) => {
  const code = await HeldAnswers.of(page, /\/assets\/later-[^/]+\.js$/)
  const view = await HeldAnswers.of(page, /\/assets\/referred-list-[^/]+\.js$/)
  await page.goto('/customers', { waitUntil: 'commit' })
  await expect(customers.rows.first()).toBeVisible()
  await page.getByRole('link', { name: 'Referred' }).click()
  const input = page.locator('input[aria-label="Find or run a command"]')
  await page.keyboard.press('Control+K')
  await page.keyboard.type('pay')
  await expect(input).toHaveValue('pay')
  await view.releaseAll()
  await expect(page).toHaveTitle(/^Referred/)
  await page.keyboard.type('ments')
  await expect(input).toHaveValue('payments')
  await code.releaseAll()
  await expect(page.getByRole('dialog', { name: 'Palette' })).toBeVisible()
  await page.keyboard.type(' failed')
  await expect(input).toHaveValue('payments failed')
  await page.keyboard.press('Escape')
  await expect(input).toHaveCount(0)
  await expect(page.locator('[inert]')).toHaveCount(0)
})
