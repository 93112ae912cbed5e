import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

/** A whole number as the console formats it. */
const numberOf = (text: string | undefined) => Number(text?.replace(/\D/g, ''))

test('a month’s countries can be sorted, add up to the totals, and export as shown', async ({ page }) => {
  await visit(page, '/general')
  await expect(page.getByRole('slider')).toBeVisible()
  await sequence(page, 'g a')
  await expect(page).toHaveURL(/\/analysis$/)
  await expect(page).toHaveTitle(/^Analysis \| .+ CRM$/)
  await page.getByRole('button', { name: /^Range: Month to date/ }).press('Enter')
  await page.getByRole('button', { name: 'Last month' }).press('Enter')
  await expect(page).toHaveURL(/\?period=lm$/)

  const table = page.getByRole('table', { name: 'Analysis' })
  await table.getByRole('button', { name: 'Clicks' }).click()
  await expect(page).toHaveURL(/period=lm&sort=clicks/)
  await expect(table.getByRole('columnheader', { name: 'Clicks' })).toHaveAttribute('aria-sort', 'descending')
  await page.getByLabel('a page').selectOption('150')
  await expect(table).toHaveAttribute('aria-busy', 'false')
  const clicks = (await table.locator('tbody tr td:nth-child(12)').allTextContents()).map(numberOf)
  expect(clicks.length).toBeGreaterThan(3)
  expect([...clicks].sort((one, other) => other - one)).toEqual(clicks)
  const total = numberOf((await table.locator('tfoot td').nth(10).textContent()) ?? '')
  expect(clicks.reduce((sum, one) => sum + one, 0)).toBe(total)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^quaydesk-analysis-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/)
  const lines = parse(readFileSync(await file.path()), { bom: true })
  expect(lines).toHaveLength(clicks.length + 2)
  expect(lines.slice(1, -1).map((line) => Number(line[11]))).toEqual(clicks)
  expect([lines.at(-1)?.[0], Number(lines.at(-1)?.[11])]).toEqual(['Totals', total])
})

test('on a phone the table scrolls in its own box and the country stays visible', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/analysis?period=lm')
  const head = page.getByRole('table', { name: 'Analysis' }).getByRole('rowheader').first()
  await expect(head).toBeVisible()
  await expect(page.getByRole('search')).toContainText(/Last month, \d\d-\d\d-\d{4} \/ /)
  const before = await head.boundingBox()
  await page.getByRole('group', { name: 'Analysis, scrolls' }).evaluate((box) => {
    box.scrollLeft = 400
  })
  await expect(page.getByRole('columnheader', { name: 'Total', exact: true })).toBeInViewport()
  expect((await head.boundingBox())?.x).toBe(before?.x)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test(`is accessible`, async ({ page }) => {
  await visit(page, '/analysis?period=lm&country=es')
  const rows = page.getByRole('table', { name: 'Analysis' }).getByRole('rowheader')
  await expect(rows).toHaveText(['Spain', 'Totals'])
  await page.getByRole('heading', { name: 'Analysis' }).click()
  await sequence(page, 'j')
  await expect(rows.first().getByRole('link')).toBeFocused()
  await expectAccessible(page, 'analysis')
})
