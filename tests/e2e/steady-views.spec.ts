import { signedInAs } from './support/accounts.ts'
import { HeldAnswers } from './support/held-answers.ts'
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
        .or(panel.getByText(/^(No|Your product isn’t|Nothing)/))
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

const windows = { laptop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

for (const [name, viewport] of Object.entries(windows))
  test.describe(`on a ${name}`, () => {
    test.use({ viewport, hasTouch: name === 'phone' })

    for (const [path, title] of [
      ['/general', 'Subscribers by country'],
      ['/analysis', 'Analysis'],
    ] as const)
      test(`nothing moves while the figures of ${path} load`, async ({ page }) => {
        await watchShifts(page)
        const held = await HeldAnswers.of(page, path === '/analysis' ? /stats\/analysis/ : /stats\/(countries-mrr|revenue)/)
        await page.goto(path)
        await held.arrived(1)
        await expect(page.getByRole('table', { name: title })).toBeVisible()
        await held.releaseAll()
        await expect(page.getByRole('table', { name: title }).locator('tfoot')).toBeVisible()
        expect(await shiftsOf(page)).toBe(0)
      })

    test('nothing moves while the details of a refunded payment load', async ({ page, baseURL }) => {
      const [refunded] = await new StaffApi(page.request, baseURL ?? '').rows<{ id: number }>('/payments?refunded=FULLY&perPage=10')
      await watchShifts(page)
      const held = await HeldAnswers.of(page, /\/details$/)
      await page.goto(`/payments?panel=payment-${refunded?.id}`)
      await held.arrived(1)
      await expect(page.getByRole('region', { name: 'Refunds' })).toBeVisible()
      await held.releaseAll()
      await expect(page.getByRole('region', { name: 'Other payments within 30 days' })).toBeVisible()
      expect(await shiftsOf(page)).toBe(0)
    })

    test('nothing moves while the QR of a media page loads', async ({ page, baseURL }) => {
      const [qr] = await new StaffApi(page.request, baseURL ?? '').rows<{ id: number }>('/qrs?perPage=10')
      await watchShifts(page)
      const held = await HeldAnswers.of(page, /\/qrs\/\d+$/)
      await page.goto(`/qrs/media/${qr?.id}`)
      await held.arrived(1)
      await expect(page.getByRole('status', { name: 'Loading the files' })).toBeVisible()
      await held.releaseAll()
      await expect(page.getByText(`QR #${qr?.id}`, { exact: true })).toBeVisible()
      expect(await shiftsOf(page)).toBe(0)
    })
  })

test('payment statuses are not cut off on a laptop, and a shortened one has its full text in the title', async ({ page }) => {
  await page.goto('/payments?stripePaymentIntentStatus=requires_payment_method')
  const badges = page.getByRole('main').locator('tbody [data-status=requires_payment_method]')
  await expect(badges.first()).toBeVisible()
  await expect(badges.first()).toHaveAttribute('title', 'payment method needed')
  expect(await badges.evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)).toBe(0)
})
