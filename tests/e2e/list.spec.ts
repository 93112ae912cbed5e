import { signedInAs } from './support/accounts.ts'
import { pickFilter } from './support/filters.ts'
import { sequence, tabOpenedBy } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

test('goes through the list using only the keyboard [1.2 customers]', async ({ page, customers, palette }) => {
  await visit(page, '/invoices')
  await expect(palette.button).toBeVisible()
  await sequence(page, 'g c')
  await expect(page).toHaveURL(/\/customers$/)
  await expect(customers.heading).toHaveText('Customers')
  await expect(customers.rows).toHaveCount(10)
  const firstPage = await customers.ids()

  await page.keyboard.press(']')
  await expect(page).toHaveURL(/\/customers\?page=2$/)
  await expect(customers.rows.first()).not.toContainText(String(firstPage[0]))
  const secondPage = await customers.ids()
  expect(secondPage).toEqual([...secondPage].sort((a, b) => b - a))
  expect(Math.max(...secondPage)).toBeLessThan(Math.min(...firstPage))

  await sequence(page, 'j j j k')
  await expect(customers.current).toContainText(String(secondPage[1]))
  await page.keyboard.press('Enter')
  await customers.expectAt(secondPage[1] ?? 0)
  await expect(customers.heading).toBeFocused()

  await page.goBack()
  await expect(page).toHaveURL(/\/customers\?page=2$/)
  await expect(customers.current).toContainText(String(secondPage[1]))
  expect(await customers.ids()).toEqual(secondPage)

  await page.keyboard.press('[')
  await expect(page).toHaveURL(/\/customers$/)
  expect(await customers.ids()).toEqual(firstPage)
})

test('arrow keys move too, and Ctrl+Enter opens a new tab', async ({ page, customers }) => {
  await customers.open()
  const ids = await customers.ids()
  await sequence(page, 'j')
  await expect(customers.current).toHaveCount(1)
  // The list remembers its current row from the test before.
  const start = await customers.rows.evaluateAll((rows) => rows.findIndex((row) => row.matches(':focus-within')))
  await sequence(page, 'ArrowDown ArrowDown ArrowUp')
  await expect(customers.current).toContainText(String(ids[start + 1]))
  expect(await tabOpenedBy(page, () => page.keyboard.press('Control+Enter'))).toBe(`/customers/${ids[start + 1]}`)
  await expect(page).toHaveURL(/\/customers$/)
})

test('a shared URL shows somebody else the same view [R22 state in url]', async ({ page, customers, browser }) => {
  await customers.open()
  await page.getByLabel(/a page/i).selectOption('20')
  await pickFilter(page, 'Status', 'active')
  await page
    .getByRole('columnheader', { name: /country/i })
    .getByRole('button')
    .click()
  await expect(page).toHaveURL(/sort=country/)
  await page.keyboard.press(']')
  await expect(page).toHaveURL(/page=2/)
  await expect(customers.table).toHaveAttribute('aria-busy', 'false')
  const seen = await customers.ids()

  const other = await browser.newContext({ storageState: signedInAs('support') })
  try {
    const theirs = await other.newPage()
    await theirs.goto(page.url())
    await expect(theirs.getByRole('main').getByRole('table').locator('tbody tr')).toHaveCount(seen.length)
    const { CustomersPage } = await import('./support/customers-page.ts')
    await expect.poll(() => new CustomersPage(theirs).ids()).toEqual(seen)
  } finally {
    await other.close()
  }
})
