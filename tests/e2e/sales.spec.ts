import { readFile } from 'node:fs/promises'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.describe('with role 1', () => {
  test.use({ storageState: signedInAs('full'), samePage: true })

  // [R28 sales month] [2.1 downloads] [2.2 sales downloads] [2.7 csv names]
  test('the two reports of a month are saved under their names, by button and by keys', async ({ page }) => {
    await visit(page, '/sales?month=3&year=2025')
    await expect(page).toHaveTitle(/^Sales reports \| .+ CRM$/)
    await expectAccessible(page, 'sales')
    const [sales] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download sales CSV' }).click()])
    expect(sales.suggestedFilename()).toBe('Quaydesk-sales-report-March-2025.csv')
    expect((await readFile(await sales.path(), 'utf8')).startsWith('\uFEFFPayment id,Confirmed,')).toBe(true)
    await page.getByLabel('Month', { exact: true }).selectOption('April')
    await expect(page).toHaveURL(/\/sales\?month=4&year=2025$/)
    const [invoices] = await Promise.all([page.waitForEvent('download'), sequence(page, 'm i')])
    expect(invoices.suggestedFilename()).toBe('Quaydesk-invoices-report-April-2025.csv')
    expect((await readFile(await invoices.path(), 'utf8')).startsWith('\uFEFFNumber,Date,')).toBe(true)
  })

  // [2.2 sales busy] [2.8 csv failed]
  test('a button says that it is downloading, and a failure is said, and saves nothing', async ({ page }) => {
    await visit(page, '/sales')
    let saved = 0
    page.on('download', () => (saved += 1))
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/csv-sales/, async (route) => {
      await held
      await route.fulfill({ status: 500 })
    })
    await page.getByRole('button', { name: 'Download sales CSV' }).click()
    await expect(page.getByRole('button', { name: 'Downloading…' })).toHaveCount(1)
    release()
    await expect(page.getByText('The report was not downloaded')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download sales CSV' })).toBeVisible()
    expect(saved).toBe(0)
  })
})

test.describe('with role 2', () => {
  test.use({ storageState: signedInAs('support'), samePage: true })

  test('/sales leads to the customers [1.2 sales] [2.2 sales]', async ({ page }) => {
    await visit(page, '/sales')
    await expect(page).toHaveURL(/\/customers$/)
  })
})
