import { signedInAs } from './support/accounts.ts'
import { sequence, tabOpenedBy } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('support'), samePage: true })

test('notes open by shortcut, show in full in a dialog, and link to the customer [1.2 notes]', async ({ page, customers, palette }) => {
  await visit(page, '/customers')
  await expect(palette.button).toBeVisible()
  await sequence(page, 'g n')
  await expect(page).toHaveURL(/\/customers\/notes$/)
  await expect(page).toHaveTitle(/^Customer notes \| .+ CRM$/)
  await expect(customers.rows).toHaveCount(10)
  await expect(customers.rows.first()).toContainText(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)

  const more = page.getByRole('button', { name: /^see more/i }).first()
  await more.click()
  const dialog = page.getByRole('dialog', { name: /^note on/i })
  expect((await dialog.locator('p').innerText()).length).toBeGreaterThan(150)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
  await expect(more).toBeFocused()
  await expect(page).toHaveURL(/\/customers\/notes$/)

  const first = customers.rows.first()
  const href = await first.getByRole('link', { name: /in a new tab$/ }).getAttribute('href')
  expect(await tabOpenedBy(page, () => first.getByRole('link', { name: /in a new tab$/ }).click())).toBe(href)
  await customers.heading.focus()
  await sequence(page, 'j')
  const next = await customers.current.locator('a').first().getAttribute('href')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${next}$`))
  await page.goBack()
  await expect(customers.current).toBeVisible()
})

test('feedback is newest first and shares its page size with the customers list [1.2 feedback]', async ({ page, customers }) => {
  await visit(page, '/customers/feedback')
  await expect(customers.rows).toHaveCount(10)
  await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByLabel(/a page/i).selectOption('20')
  await expect(customers.rows).toHaveCount(20)
  await customers.open()
  await expect(customers.rows).toHaveCount(20)
})

test('referred customers: rows name the referrer and open in a new tab [1.2 referred]', async ({ page, customers }) => {
  await visit(page, '/customers/referred')
  await expect(customers.rows).toHaveCount(10)
  await expect(customers.rows.first().getByRole('link', { name: /^#\d+$/ })).toBeVisible()
  await customers.heading.focus()
  await sequence(page, 'j')
  const href = await customers.current.locator('a').first().getAttribute('href')
  expect(await tabOpenedBy(page, () => page.keyboard.press('Enter'))).toBe(href)
  await expect(page).toHaveURL(/\/customers\/referred$/)
})

test('the menu marks only the current screen [1.2 menu routes]', async ({ page, customers }) => {
  for (const [path, entry] of [
    ['/customers/notes', 'Notes'],
    ['/customers', 'List'],
    ['/customers/1', 'List'],
  ] as const) {
    await visit(page, path)
    await expect(customers.heading).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' }).locator('a[data-active]')).toHaveText([new RegExp(`^${entry}`)])
  }
})
