import { knownCustomers } from '../../server/demo/known.ts'
import type { ApiCallRow } from '../../src/contract/api-calls.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { failing } from './support/held-answers.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const { ana } = knownCustomers

test.describe('with role 1', () => {
  test.use({ storageState: signedInAs('full'), samePage: true })

  // [1.2 api calls] [2.2 api call filters]
  test('filtered by owner, method and status code, each in the URL; what is no status code filters nothing', async ({
    page,
    customers,
  }) => {
    await visit(page, '/customers')
    await expect(customers.rows.first()).toBeVisible()
    await sequence(page, 'g y')
    await expect(page).toHaveURL(/\/api-calls$/)
    await expect(page).toHaveTitle(/^API calls \| .+ CRM$/)
    await expect(customers.rows).toHaveCount(10)
    await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending')
    await page.getByLabel('Owner', { exact: true }).fill(String(ana.id))
    await expect(page).toHaveURL(/\?owner=1$/)
    await page.getByLabel('Method', { exact: true }).selectOption('POST')
    await expect(page).toHaveURL(/\?owner=1&method=POST$/)
    const status = page.getByLabel('Status code')
    await status.fill('404')
    await status.press('Enter')
    await expect(page).toHaveURL(/&statusCode=404$/)
    await status.fill('600')
    await expect(page.getByText('Invalid status code: it is a number from 100 to 599.')).toBeVisible()
    await expect(page).toHaveURL(/&statusCode=600$/)
    await expect(page.getByRole('button', { name: /^Remove filter Status/ })).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('Invalid status code: it is a number from 100 to 599.')).toBeVisible()
    await expect(status).toHaveValue('600')
  })

  test('opened, copied as cURL and left for the next one by keys alone [1.2 api call]', async ({ page, customers }) => {
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
    await sequence(page, 'f o')
    await expect(page).toHaveURL(/\/api-calls\?owner=1$/)
  })

  test('megabytes of JSON open piece by piece, and markup stays text', async ({ page }) => {
    const { rows } = (await (await page.request.get(`/api/admin/api-calls?owner=${ana.id}&perPage=150`)).json()) as { rows: ApiCallRow[] }
    const huge = rows.find(({ responseTime }) => responseTime > 9000)
    const markup = rows.find(({ statusCode }) => statusCode >= 502)
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
    await visit(page, `/api-calls/${markup?.id}`)
    await expect(page.getByRole('region', { name: 'Response body' })).toContainText('<h1>502 Bad Gateway</h1>')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  })

  test('a call that is not there, and one that fails and is tried again', async ({ page, customers }) => {
    await visit(page, '/api-calls/987654321')
    await expect(page.getByRole('heading', { name: 'API call not found' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'API calls' }).click()
    await expect(customers.rows.first()).toBeVisible()
    const mend = await failing(page, /\/api\/admin\/api-calls\/\d+/, 500)
    await customers.rows
      .first()
      .getByRole('link', { name: /open the call$/ })
      .click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('500')
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('region', { name: 'Request headers' })).toBeVisible()
  })

  test(`list and call are accessible`, async ({ page, customers }) => {
    await visit(page, '/api-calls')
    await expect(customers.rows.first()).toBeVisible()
    await page.getByLabel('Status code').fill('x')
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

test.describe('with role 2', () => {
  test.use({ storageState: signedInAs('support') })

  test('the pages lead to the customers; the panel of a customer shows calls, and says why they do not open', async ({ page }) => {
    for (const path of ['/api-calls', '/api-calls/1']) {
      await visit(page, path)
      await expect(page).toHaveURL(/\/customers$/)
    }
    await visit(page, `/customers/${ana.id}?show=calls`)
    const panel = page.getByRole('region', { name: 'API calls' })
    await panel.scrollIntoViewIfNeeded()
    await expect(panel.getByRole('row')).toHaveCount(11)
    await expect(panel.getByRole('link')).toHaveCount(0)
    await panel
      .getByRole('button', { name: /^Actions/ })
      .first()
      .click()
    await expect(page.getByRole('menuitem', { name: /^Open the call/ })).toContainText(
      'Needs full access. Only such accounts see the headers and bodies of a call.',
    )
  })
})
