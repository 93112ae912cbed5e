import { knownCustomers } from '../../demo/data/known.ts'
import { signedInAs } from './support/accounts.ts'
import { openFilter, pickFilter } from './support/filters.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

const { ana } = knownCustomers

test('/ starts an exact search, which the URL keeps [R58 defaults]', async ({ page, customers }) => {
  await customers.open()
  await page.keyboard.press('/')
  await expect(customers.search).toBeFocused()
  await page.keyboard.type(ana.email)
  await page.keyboard.press('Enter')
  await expect(customers.rows).toHaveCount(1)
  await expect(customers.rows).toContainText('Ana Ruiz')
  await expect(page).toHaveURL(new RegExp(`searchTerm=${encodeURIComponent(ana.email)}`))
  await page.reload()
  await expect(customers.search).toHaveValue(ana.email)
  await expect(customers.rows).toHaveCount(1)
})

// [1.2 suggestions] [2.9 search modes]
test('exact search doesn’t match part of a value; normal search does, with suggestions', async ({ page, customers }) => {
  const part = ana.email.slice(0, 8)
  await customers.open()
  await page.keyboard.press('/')
  await page.keyboard.type(part)
  await page.keyboard.press('Enter')
  await expect(customers.nothingFound).toBeVisible()

  await page.getByLabel('Search mode').selectOption({ label: 'normal' })
  await expect(customers.row(ana.email)).toBeVisible()
  await expect(page).toHaveURL(/exactSearch=false/)

  await customers.search.click()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  const suggestion = page.getByRole('option').filter({ hasText: ana.email })
  await expect(suggestion).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await suggestion.click()
  await customers.expectAt(ana.id)
})

test.describe('browser storage', () => {
  test.use({ samePage: false })

  test('remembers the status filter, and All clears it [1.2 filter status]', async ({ page, customers }) => {
    await customers.open()
    const status = customers.status
    await expect((await openFilter(page, 'Status')).getByRole('option').first()).toHaveText(/all/i)
    await page.getByRole('option', { name: 'trialing' }).click()
    await expect(page).toHaveURL(/status=trialing/)
    await visit(page, '/payments')
    await expect(customers.rows.first()).toBeVisible()

    await customers.open()
    await expect(status).toHaveText('Status: trialing')
    await expect(page).toHaveURL(/status=trialing/)
    await pickFilter(page, 'Status', 'All statuses')
    await expect(page).not.toHaveURL(/status=trialing/)
    await customers.open()
    await expect(status).toHaveText('Status')
  })

  test('survives corrupt and full storage', async ({ page, customers }) => {
    await page.addInitScript(() => {
      for (const key of ['customerEntries', 'config.entries', 'customerStatus', 'colourMode', 'recent', 'quaydesk.recent'])
        localStorage.setItem(key, '{"%%')
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await customers.open()
    await expect(customers.rows).toHaveCount(10)
    await page.getByLabel(/a page/i).selectOption('20')
    await expect(customers.rows).toHaveCount(20)
  })
})
