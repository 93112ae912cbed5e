import type { Page } from '@playwright/test'
import type { QrRow } from '../../src/contract/qrs.ts'
import { signedInAs } from './support/accounts.ts'
import { openFilter, pickFilter } from './support/filters.ts'
import { sequence, tabOpenedBy } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.describe('with role 1', () => {
  test.use({ storageState: signedInAs('full'), samePage: true })

  // [2.2 blocked refresh]
  test('risky QR codes: whitelisting by keyboard removes one from the list, and undo brings it back', async ({
    page,
    customers,
    palette,
  }) => {
    await visit(page, '/customers')
    await expect(palette.button).toBeVisible()
    await sequence(page, 'g x')
    await expect(page).toHaveURL(/\/qrs\/risk$/)
    await expect(page).toHaveTitle(/^Risky QR codes \| .+ CRM$/)
    await expect(customers.rows.first()).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
    const found = page.getByRole('main').getByText(/^\d+ found$/)
    const before = Number((await found.innerText()).split(' ')[0])
    await customers.heading.focus()
    await sequence(page, 'j')
    await expect(customers.current).toHaveCount(1)
    await sequence(page, 'q w')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Whitelist' }).click()
    await expect(found).toHaveText(`${before - 1} found`)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(found).toHaveText(`${before} found`)
  })

  test('infected QR codes open their customer in a new tab [1.2 infected] [2.2 infected action]', async ({ page, customers }) => {
    await visit(page, '/qrs/infected')
    await expect(customers.rows.first()).toBeVisible()
    await customers.heading.focus()
    await sequence(page, 'j')
    const href = await customers.current.locator('a').first().getAttribute('href')
    expect(await tabOpenedBy(page, () => page.keyboard.press('Enter'))).toBe(href)
  })
})

test.describe('with role 2', () => {
  test.use({ storageState: signedInAs('support'), samePage: true })

  // [1.2 archived] [2.2 archived]
  test('archived: searches by uri, shows the documented error when cleared, opens in a new tab', async ({ page, customers }) => {
    await visit(page, '/qrs/archived')
    await expect(page.getByText('Search for a URI')).toBeVisible()
    await page.keyboard.press('/')
    await expect(customers.search).toBeFocused()
    await page.keyboard.type('b')
    await expect(customers.rows.first()).toBeVisible()
    await expect(customers.search).toBeFocused()
    const href = await customers.rows.first().locator('a').first().getAttribute('href')
    expect(await tabOpenedBy(page, () => customers.rows.first().locator('a').first().click())).toBe(href)
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect(page.getByText('Empty uri not allowed')).toBeVisible()
    await expect(customers.rows).toHaveCount(0)
    await page.goBack()
    await expect(customers.rows.first()).toBeVisible()
    await visit(page, '/qrs/archived?uri=there-is-no-such-uri')
    await expect(customers.nothingFound).toBeVisible()
  })

  test('statistics: filters by period and type are in the URL [1.2 qr stats]', async ({ page, customers }) => {
    await visit(page, '/qrs/stats')
    await expect(customers.rows).toHaveCount(10)
    await (await openFilter(page, 'Period')).getByRole('button', { name: 'Last month' }).click()
    await expect(page).toHaveURL(/\?period=lm$/)
    await openFilter(page, 'Period')
    await page.keyboard.press('Escape')
    await pickFilter(page, 'Type', 'PDF')
    await expect(page).toHaveURL(/\?period=lm&type=pdf$/)
    await page.goBack()
    await expect(page).toHaveURL(/\?period=lm$/)
  })

  test('uri history: searches by former uri, rejects 26 characters, and previews as staff [1.2 uri history]', async ({
    page,
    customers,
  }) => {
    await visit(page, '/qrs/uri')
    await expect(customers.rows).toHaveCount(10)
    const first = customers.rows.first()
    const former = await first.getByRole('cell').first().innerText()
    const preview = first.getByRole('link', { name: /^preview/i })
    expect(await preview.getAttribute('href')).toMatch(/^https?:\/\/[^/]+\/[\w-]+\?crm=true$/)
    await customers.search.fill(former)
    await expect(customers.rows).toHaveCount(1)
    await customers.search.fill('x'.repeat(26))
    await expect(page.getByText('Must have less than 25 characters.')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`searchTerm=${former}$`))
  })

  test('media: deletes one file, then all, each after a confirmation [1.2 media]', async ({ page }) => {
    const qr = await qrWithFiles(page, 2)
    await visit(page, `/qrs/media/${qr.id}`)
    const files = page.getByRole('table', { name: 'Media files' }).locator('tbody').getByRole('row')
    await expect(files.first()).toBeVisible()
    const count = await files.count()
    await files
      .first()
      .getByRole('button', { name: /^delete/i })
      .click()
    const question = page.getByRole('alertdialog')
    await expect(question.getByText('This cannot be undone.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(files).toHaveCount(count)
    const remove = files.first().getByRole('button', { name: /^delete/i })
    const name = await remove.getAttribute('aria-label')
    await remove.click()
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('button', { name: name ?? '', exact: true })).toHaveCount(0)
    await expect(files).toHaveCount(count - 1)
    await page.getByRole('button', { name: 'Delete all' }).click()
    await question.getByRole('button', { name: 'Delete all' }).click()
    await expect(page.getByText('No data found for this QR')).toBeVisible()
    await expect(page.getByRole('link', { name: `Customer #${qr.user}` })).toBeVisible()
  })
})

/** A QR with at least this many files. */
async function qrWithFiles(page: Page, least: number): Promise<QrRow> {
  const { rows } = (await (await page.request.get('/api/admin/qrs?type=images&perPage=50')).json()) as { rows: QrRow[] }
  for (const qr of rows) {
    const { files } = (await (await page.request.get(`/api/admin/qrs/media/${qr.id}`)).json()) as { files: object }
    if (Object.keys(files).length >= least) return qr
  }
  throw new Error(`the demo has no QR of ${least} files`)
}
