import { readFile } from 'node:fs/promises'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.describe('with role 1', () => {
  test.use({ storageState: signedInAs('full'), samePage: true })

  // [R28 sales month] [2.1 downloads] [2.2 sales downloads] [2.7 csv names]
  test('downloads the two monthly reports with the right file names, by button and by shortcut', async ({ page }) => {
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
})
