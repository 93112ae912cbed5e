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
