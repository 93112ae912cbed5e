import { readFile } from 'node:fs/promises'
import { readZip } from '../server/invoices/read-zip.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { invoicesOfLastMonth } from './support/last-month.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('support'), samePage: true })

test('a PDF opens in a new tab from its link and by shortcut [1.2 invoices] [2.2 invoice pdf]', async ({ page, customers }) => {
  await visit(page, invoicesOfLastMonth)
  const link = customers.rows.first().getByRole('link', { name: /View the PDF/ })
  const href = (await link.getAttribute('href')) ?? ''
  await expect(link).toHaveAttribute('target', '_blank')
  const file = await page.request.get(href)
  expect([file.status(), file.headers()['content-type'], (await file.body()).subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
  await customers.heading.focus()
  await sequence(page, 'j')
  // Showing or saving the file is up to the browser; the console only requests it in a new tab.
  const asked = page.context().waitForEvent('request', (request) => new URL(request.url()).pathname === href)
  await sequence(page, 'i v')
  expect((await asked).isNavigationRequest()).toBe(true)
})

// [2.1 downloads] [2.2 invoice zip]
test('downloads a month’s invoices as a complete zip named after the month, with no axe violation', async ({ page, customers }) => {
  await visit(page, invoicesOfLastMonth)
  await expect(customers.rows.first()).toBeVisible()
  await expectAccessible(page, 'invoices')
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: 'Download all' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^invoices-\d{4}-\d{2}\.zip$/)
  const files = readZip(await readFile(await download.path()))
  const count = await page.getByText(/^\d+ found$/).innerText()
  expect(`${files.size} found`).toBe(count)
  await expect(page.getByText(/^Downloaded: invoices-/)).toBeVisible()
})

// [2.2 customer invoices] [2.2 invoice lists]
test('a customer page lists the customer’s invoices and downloads them as a zip', async ({ page, customers }) => {
  await visit(page, invoicesOfLastMonth)
  const href = await customers.rows.first().locator('a[href^="/customers/"]').first().getAttribute('href')
  const owner = href?.slice('/customers/'.length)
  await visit(page, `/customers/${owner}`)
  await expect(customers.heading).toBeVisible()
  await sequence(page, 't v')
  await expect(page).toHaveURL(/tab=invoices/)
  await expect(customers.rows.first().getByRole('link', { name: /View the PDF/ })).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), sequence(page, 'i z')])
  expect(download.suggestedFilename()).toBe(`invoices-customer-${owner}.zip`)
})
