import { knownCustomers } from '../../demo/data/known.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const { ana } = knownCustomers

test.describe('with role 1', () => {
  test.use({ storageState: signedInAs('full') })

  // [1.7 views] [1.2 audit]
  test('says who looked at a record, beside it and in the list by the audit trail', async ({ page }) => {
    await visit(page, `/customers/${ana.id}`)
    const mine = page.getByText(/@quaydesk\.test, /).first()
    await expect(async () => {
      await visit(page, `/customers/${ana.id}`)
      await page.getByText('Viewed by', { exact: true }).click()
      await expect(mine).toBeVisible({ timeout: 2000 })
    }).toPass()
    await page.getByRole('link', { name: 'All who looked' }).click()
    await expect(page).toHaveURL(`/audit/views?recordType=customer&recordId=${ana.id}`)
    await expect(page).toHaveTitle(/^Who looked \| .+ CRM$/)
    await expect(page.getByRole('link', { name: `Opened Customer #${ana.id}` }).first()).toBeVisible()
    await expectAccessible(page, 'who looked')
    await visit(page, '/audit')
    await page.getByRole('link', { name: 'Who looked' }).click()
    await expect(page).toHaveURL('/audit/views')
  })
})

test.describe('with role 2', () => {
  test.use({ storageState: signedInAs('support') })

  test('does not say who looked [1.7 views]', async ({ page }) => {
    await visit(page, `/customers/${ana.id}`)
    await expect(page.getByRole('heading', { name: 'Device' })).toBeVisible()
    await expect(page.getByText('Viewed by', { exact: true })).toHaveCount(0)
    await visit(page, '/audit/views')
    await expect(page).toHaveURL(/\/customers$/)
  })
})
