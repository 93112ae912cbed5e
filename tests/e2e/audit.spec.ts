import { knownCustomers } from '../../demo/data/known.ts'
import { shared, signedInAs } from './support/accounts.ts'
import { openFilter, pickFilter } from './support/filters.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

const { ana } = knownCustomers

test.describe('with role 1', () => {
  test.use({ storageState: signedInAs('full'), samePage: true })

  test('the audit trail shows a change and its undo, and can be filtered', async ({ page, customers, baseURL }) => {
    const change = { headers: { origin: baseURL ?? '' } }
    const { whitelisted } = (await (await page.request.get(`/api/admin/customers/${ana.id}`)).json()) as { whitelisted: boolean }
    const done = await page.request.patch(`/api/admin/customers/${ana.id}`, { ...change, data: { whitelisted: !whitelisted } })
    const { auditId } = (await done.json()) as { auditId: number }
    expect((await page.request.post('/api/admin/undo', { ...change, data: { auditId } })).ok()).toBe(true)

    await customers.open()
    await sequence(page, 'g h')
    await expect(page).toHaveURL(/\/audit$/)
    await expect(page).toHaveTitle(/^Audit trail \| .+ CRM$/)
    await pickFilter(page, 'Target', 'Customer')
    const id = (await openFilter(page, 'Target id')).getByLabel('Target id')
    await id.fill(String(ana.id))
    await id.press('Enter')
    await expect(page).toHaveURL(new RegExp(`targetType=customer&targetId=${ana.id}$`))
    const undone = customers.rows.filter({ hasText: 'undone' }).first()
    await expect(undone).toContainText(/whitelist/)
    await expect(undone).toContainText(whitelisted ? 'Whitelisted: yes → no' : 'Whitelisted: no → yes')
    await expect(undone).toContainText(shared.full.email)
    await expect(undone).toContainText(`Customer #${ana.id}`)

    await pickFilter(page, 'Action', 'Unbanned')
    await expect(customers.nothingFound.or(customers.rows.first())).toBeVisible()
    await page.getByRole('search').getByRole('button', { name: 'Clear' }).click()
    await expect(page).toHaveURL(/\/audit$/)
    await page.getByLabel('Search by staff email').fill(shared.support.email)
    await expect(page).toHaveURL(/actor=/)
    await expect(customers.rows.first()).toContainText(shared.support.email)
    // Others use the account meanwhile.
    await pickFilter(page, 'Action', 'Signed in')
    await expect(customers.rows.first()).toContainText('Signed in')
    await expect(customers.rows.first()).toContainText(shared.support.email)
  })
})
