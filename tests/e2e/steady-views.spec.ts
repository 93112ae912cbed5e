import { signedInAs } from './support/accounts.ts'
import { shiftsOf, watchShifts } from './support/layout-shifts.ts'
import { StaffApi } from './support/staff-api.ts'
import { expect, test } from './support/test.ts'

test.use({ storageState: signedInAs('full'), viewport: { width: 1440, height: 900 } })

test('nothing moves while the integrations load', async ({ page, baseURL }) => {
  await new StaffApi(page.request, baseURL ?? '').do({ method: 'POST', path: '/tokens', body: { name: 'Steady', scopes: ['read'] } })
  await watchShifts(page)
  await page.goto('/integrations')
  // Other tests may have left tokens and deliveries.
  for (const name of ['Service tokens', 'Webhooks', 'Deliveries']) {
    const panel = page.getByRole('region', { name, exact: true })
    await expect(
      panel
        .getByRole('table')
        .or(panel.getByText(/^(No|Your product does|Nothing)/))
        .first(),
    ).toBeVisible()
  }
  expect(await shiftsOf(page)).toBe(0)
})

test('nothing moves while an API call loads', async ({ page, baseURL }) => {
  const [call] = await new StaffApi(page.request, baseURL ?? '').rows<{ id: number }>('/api-calls?perPage=10')
  await watchShifts(page)
  await page.goto(`/api-calls/${call?.id}`)
  await expect(page.getByRole('tree').first()).toBeVisible()
  expect(await shiftsOf(page)).toBe(0)
})

test('no status of a payment is cut on a laptop; a short one has all of it in its title', async ({ page }) => {
  await page.goto('/payments?stripePaymentIntentStatus=requires_payment_method')
  const badges = page.getByRole('main').locator('tbody [data-status=requires_payment_method]')
  await expect(badges.first()).toBeVisible()
  await expect(badges.first()).toHaveAttribute('title', 'requires payment method')
  expect(await badges.evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)).toBe(0)
})
