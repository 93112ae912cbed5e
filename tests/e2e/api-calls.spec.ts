import { knownCustomers } from '../../demo/data/known.ts'
import type { ApiCallRow } from '../../src/contract/api-calls.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { openFilter } from './support/filters.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const { ana } = knownCustomers

test.describe('with role 1', () => {
  test.use({ storageState: signedInAs('full'), samePage: true })

  test('opens a call, copies it as cURL and moves to the next, by keyboard only [1.2 api call]', async ({ page, customers }) => {
    await visit(page, `/api-calls?owner=${ana.id}&method=GET`)
    await expect(customers.rows.first()).toBeVisible()
    await customers.heading.focus()
    await sequence(page, 'j j')
    await expect(customers.rows.nth(1).locator('a').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/api-calls\/\d+$/)
    const first = page.url()
    await expect(page.getByRole('tree', { name: 'Request headers' })).toContainText('"authorization":"***"')
    await sequence(page, 'y c')
    await expect(page.getByText('Copied the cURL command.')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^curl --globoff 'https:\/\/api\.quaydesk\.example\/v1\//)
    expect(copied).toContain("--header 'authorization: REPLACE_ME'")
    expect(copied).not.toContain('***')
    await sequence(page, 'o b')
    await expect(page).not.toHaveURL(first)
    await expect(page.getByRole('tree', { name: 'Request headers' })).toBeVisible()
    await sequence(page, 'o n')
    await expect(page).toHaveURL(first)
    await sequence(page, 'o a')
    await expect(page).toHaveURL(/\/api-calls\?owner=1$/)
  })

  test('megabytes of JSON expand piece by piece and can be downloaded', async ({ page }) => {
    const { rows } = (await (await page.request.get(`/api/admin/api-calls?owner=${ana.id}&perPage=150`)).json()) as { rows: ApiCallRow[] }
    const huge = rows.find(({ responseTime }) => responseTime > 9000)
    await visit(page, `/api-calls/${huge?.id}`)
    const body = page.getByRole('region', { name: 'Request body' })
    await body.getByRole('button', { name: 'Open' }).first().click()
    await body.getByRole('button', { name: 'Open' }).first().click()
    await expect(body.getByText('"[0 … 99]":')).toBeVisible()
    await body.getByRole('button', { name: 'As text' }).click()
    await body.getByRole('button', { name: 'Show all as text' }).click()
    await expect(body.getByRole('button', { name: 'Show all as text' })).toHaveCount(0)
    const [download] = await Promise.all([page.waitForEvent('download'), body.getByRole('button', { name: /^download/i }).click()])
    expect(download.suggestedFilename()).toBe(`api-call-${huge?.id}-request-body.json`)
  })

  test(`the list and a call are accessible`, async ({ page, customers }) => {
    await visit(page, '/api-calls')
    await expect(customers.rows.first()).toBeVisible()
    await (await openFilter(page, 'Status code')).getByLabel('Status code').fill('x')
    await expect(page.getByText('Invalid status code: it is a number from 100 to 599.')).toBeVisible()
    await expectAccessible(page, 'API calls')
    await customers.rows
      .first()
      .getByRole('link', { name: /open the call$/ })
      .click()
    await expect(page.getByRole('tree').first()).toBeVisible()
    await expectAccessible(page, 'an API call')
  })
})
