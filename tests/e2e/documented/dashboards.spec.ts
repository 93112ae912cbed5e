import { expect, expectNoError, openFromMenu, test } from './support.ts'

test('the general dashboard shows each series, the figures and the countries', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/general$/)
  await expect(page.getByRole('slider')).toBeVisible()
  const tabs = page.getByRole('tablist').first().getByRole('tab')
  await expect(tabs).toHaveCount(9)
  for (const tab of await tabs.all()) {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('slider')).toBeVisible()
    await expectNoError(page)
  }
  const figures = page.getByRole('region', { name: 'Figures' })
  for (const text of ['58,33', '31', '744,00 €', '696,00 €', '600,00 €']) await expect(figures).toContainText(text)
  const countries = page.getByRole('table', { name: 'Subscribers by country' })
  await expect(countries.getByRole('row', { name: /Spain/ })).toContainText('96,00 €')
  await countries.getByRole('button', { name: 'MRR' }).click()
  await expect(page).toHaveURL(/sort=mrr/)
  await expect(countries.getByRole('row', { name: /Portugal/ })).toBeVisible()

  await openFromMenu(page, '/analysis')
  const table = page.getByRole('table', { name: 'Analysis' })
  await expect(table.getByRole('row', { name: /Spain/ })).toContainText('136,00 €')
  // 100 × 16 trials ÷ 80 clicks; 0 without clicks.
  await expect(table.getByRole('row', { name: /Spain/ })).toContainText(/20(,00)? ?%/)
  await table.getByRole('button', { name: 'Clicks' }).click()
  await expect(page).toHaveURL(/sort=clicks/)
  await expect(table.getByRole('row', { name: /Germany/ })).toBeVisible()
  await expectNoError(page)
})
