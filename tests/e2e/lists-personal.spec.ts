import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { pickFilter } from './support/filters.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

test('hides and moves columns by keyboard, and keeps them after a reload', async ({ page, customers }) => {
  await customers.open()
  await sequence(page, 'l c')
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await expect(panel.getByRole('checkbox', { name: 'Id' })).toBeFocused()
  await expectAccessible(page, 'the columns of a list')
  await panel.getByRole('checkbox', { name: 'Country' }).uncheck()
  await panel.getByRole('checkbox', { name: 'Plan' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(panel.getByRole('checkbox', { name: 'Plan' })).toBeFocused()
  await expect(panel.getByRole('checkbox', { name: 'Name' })).toBeDisabled()
  const kept = page.waitForResponse((response) => response.url().endsWith('/preferences') && response.ok())
  await panel.getByRole('button', { name: 'Move Created up' }).click()
  const headers = page.getByRole('main').getByRole('columnheader')
  await expect(headers).toHaveText(['', /Id/, 'Name', 'Created', 'Email', 'Plan', 'Status', 'Actions'])
  await kept
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await page.reload()
  await expect(customers.rows.first()).toBeVisible()
  await expect(headers).toHaveText(['', /Id/, 'Name', 'Created', 'Email', 'Plan', 'Status', 'Actions'])

  await sequence(page, 'l c')
  await panel.getByRole('button', { name: 'Reset' }).click()
  await expect(headers).toHaveText(['', /Id/, 'Name', 'Country', 'Email', 'Created', 'Status', 'Plan', 'Actions'])
})

test('saves filters as a view, found again in the palette and the views panel [R22 named views]', async ({ page, customers, palette }) => {
  await customers.open('?country=es&sort=email')
  await sequence(page, 'l s')
  const views = page.getByRole('dialog', { name: 'My views of Customers' })
  await expect(views.getByLabel(/save these filters/i)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(views.getByLabel(/save these filters/i)).toBeFocused()
  await expectAccessible(page, 'the views of a list')
  await page.keyboard.type('Spaniards by email')
  const kept = page.waitForResponse((response) => response.url().endsWith('/preferences') && response.ok())
  await page.keyboard.press('Enter')
  await kept
  await expect(page.getByRole('button', { name: 'View: Spaniards by email' })).toBeVisible()

  await visit(page, '/invoices')
  await palette.open()
  await page.keyboard.type('spaniards')
  await expect(palette.chosen).toContainText('View: Spaniards by email — Customers')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/customers\?.*country=es/)
  await expect(page).toHaveURL(/sort=email/)
  await expect(page.getByRole('button', { name: 'View: Spaniards by email' })).toBeVisible()

  // A remembered filter must not leak into the 'everything' view.
  await pickFilter(page, 'Status', 'active')
  await expect(page).toHaveURL(/status=active/)
  await sequence(page, 'l v')
  await views.getByRole('link', { name: 'All' }).click()
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible()
  await expect(customers.status).toHaveText('Status')

  await sequence(page, 'l v')
  await views.getByRole('button', { name: 'Delete ‘Spaniards by email’' }).click()
  await expect(views.getByRole('link')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(views).toHaveCount(0)
  await sequence(page, 'l v')
  await expect(views.getByRole('link')).toHaveCount(2)
  await views.getByRole('button', { name: 'Delete ‘Spaniards by email’' }).click()
  await expect(views.getByRole('link')).toHaveCount(1)
})

// A list remembers its current row.
test.describe('from the first row of a list', () => {
  test.use({ samePage: false })

  test('a walk keeps the list’s row, scroll position and selection for going back', async ({ page }) => {
    await page.goto('/customers?perPage=50')
    const rows = page.getByRole('main').getByRole('table').locator('tbody tr')
    await expect(rows).toHaveCount(50)
    const links = await rows.evaluateAll((all) => all.map((row) => row.querySelector('[data-row-link]')?.textContent ?? ''))
    const hrefs = await rows.evaluateAll((all) => all.map((row) => row.querySelector('a[data-row-link]')?.getAttribute('href') ?? ''))
    for (let step = 0; step < 40; step++) await page.keyboard.press('j')
    await page.keyboard.press('x')
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await expect(bar).toContainText('1 selected')
    const scroll = await page.evaluate(() => window.scrollY)
    expect(scroll).toBeGreaterThan(200)

    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${hrefs[39]}$`))
    const walk = page.getByRole('group', { name: 'Walk through Customers' })
    await expect(walk).toContainText(/^40 of /)
    await expectAccessible(page, 'a walk through a list', ['main'])
    const next = 40
    await page.keyboard.press('j')
    await expect(page).toHaveURL(new RegExp(`${hrefs[next]}$`))
    await expect(walk).toContainText(new RegExp(`^${next + 1} of `))
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

    await page.goBack()
    await expect(page).toHaveURL(/\/customers\?perPage=50$/)
    await expect(page.locator('a:focus')).toHaveText(links[next] ?? '')
    await expect(bar).toContainText('1 selected')
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThanOrEqual(scroll)

    await page.keyboard.press('Enter')
    await expect(walk).toBeVisible()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Customers' }).click()
    await expect(page.locator('a:focus')).toHaveText(links[next] ?? '')
    await expect(page.locator('a:focus')).toBeInViewport()
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThanOrEqual(scroll)
  })
})
