import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.describe('with role 1', () => {
  test.use({ storageState: signedInAs('full'), samePage: true })

  test('is the start page; tab, range and day are set by keyboard, and Back works [1.2 general] [2.2 start]', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/general$/)
    await expect(page).toHaveTitle(/^General dashboard \| .+ CRM$/)
    const chart = page.getByRole('slider')
    await expect(chart).toBeVisible()
    await page.getByRole('tab', { name: 'Revenue' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(/\/general\?tab=trials$/)
    await expect(page.getByRole('tab', { name: 'Trials' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'New trials' })).toBeVisible()

    await page.getByRole('button', { name: /^Range of the chart/ }).press('Enter')
    await expect(page.getByRole('button', { name: 'Last 30 days', exact: true })).toBeFocused()
    await page.getByRole('textbox', { name: 'From' }).fill('1-10-2025')
    await page.getByRole('textbox', { name: 'To' }).fill('31-10-2025')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/tab=trials&from=1759269600&to=1761951599$/)
    await expect(page.getByRole('button', { name: /^Range of the chart: 01-10-2025 \/ 31-10-2025/ })).toBeFocused()

    // The previous range's chart stays until the new one has loaded.
    await expect(chart).toHaveAttribute('aria-valuetext', /from Wed, 1 Oct 2025 to Fri, 31 Oct 2025/)
    await chart.focus()
    await page.keyboard.press('Home')
    await expect(chart).toHaveAttribute('aria-valuetext', /^Wed, 1 Oct 2025: /)
    await page.keyboard.press('End')
    await expect(chart).toHaveAttribute('aria-valuetext', /^Fri, 31 Oct 2025: /)
    await page.keyboard.press('ArrowLeft')
    await expect(chart).toHaveAttribute('aria-valuetext', /^Thu, 30 Oct 2025: /)
    // The redrawn chart still shows the selected day.
    const canvas = await chart.locator('canvas').elementHandle()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => canvas?.evaluate((element) => element.isConnected)).toBe(false)
    await expect(chart.locator('canvas')).toBeVisible()
    await expect(chart).toHaveAttribute('aria-valuetext', /^Thu, 30 Oct 2025: /)
    await page.keyboard.press('ArrowLeft')
    await expect(chart).toHaveAttribute('aria-valuetext', /^Wed, 29 Oct 2025: /)
    await page.goBack()
    await expect(page).toHaveURL(/\/general\?tab=trials$/)
    await page.emulateMedia({ colorScheme: 'light' })
  })

  test('a window of 1,280 shows all that a chart can be of, and its figures below', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await visit(page, '/general')
    for (const name of ['Revenue', 'Referred']) await expect(page.getByRole('tab', { name })).toBeInViewport({ ratio: 1 })
    const [chart, figures] = [page.getByRole('region', { name: 'Chart' }), page.getByRole('region', { name: 'Figures' })]
    const [above, below] = [await chart.boundingBox(), await figures.boundingBox()]
    expect(below?.width).toBe(above?.width)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(async () => (await figures.boundingBox())?.y).toBe(above?.y)
  })

  test('a figure links to exactly that many rows', async ({ page, customers }) => {
    await visit(page, '/general?stats=lm')
    const figures = page.getByRole('region', { name: 'Figures' })
    const link = figures
      .locator('div', { has: page.getByText('Succeeded') })
      .last()
      .getByRole('link')
      .first()
    const said = Number((await link.textContent())?.replace(/\D/g, ''))
    expect(said).toBeGreaterThan(0)
    await link.click()
    await expect(page).toHaveURL(/\/payments\?/)
    await expect(customers.rows.first()).toBeVisible()
    await expect(page.getByText(new RegExp(`^\\d+–\\d+ of ${said} found$`))).toBeVisible()
  })

  test('countries can be sorted and open their customers by keyboard', async ({ page }) => {
    await visit(page, '/general')
    const table = page.getByRole('table', { name: 'Subscribers by country' })
    await table.getByRole('button', { name: 'MRR' }).click()
    await expect(page).toHaveURL(/\?sort=mrr&sortDirection=desc$|\?sort=mrr$/)
    await expect(table.getByRole('columnheader', { name: 'MRR' })).toHaveAttribute('aria-sort', 'descending')
    await page.getByRole('heading', { name: 'General dashboard' }).click()
    await sequence(page, 'j')
    await expect(table.getByRole('link').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/customers\?.*country=[a-z]{2}$/)
  })

  test(`is accessible`, async ({ page }) => {
    await visit(page, '/general?stats=lm')
    await page.getByRole('slider').focus()
    await page.keyboard.press('End')
    await expectAccessible(page, 'chart with a day')
    await page.getByRole('button', { name: /^Range of the chart/ }).click()
    await expect(page.getByRole('grid')).toBeVisible()
    await expectAccessible(page, 'range picker')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Table' }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('table', { name: 'Revenue by day' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
