import { openReceiver } from '../support/receiver.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.describe('with role 1', () => {
  test.use({ storageState: signedInAs('full'), samePage: true })

  test('creates a token by keyboard, shows it once, uses it and revokes it [1.2 integrations]', async ({ page, customers, request }) => {
    await customers.open()
    await sequence(page, 'g j')
    await expect(page).toHaveURL(/\/integrations$/)
    const tokens = page.getByRole('region', { name: 'Service tokens' })
    await tokens.getByRole('button', { name: 'New token' }).press('Enter')
    await expect(tokens.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(tokens.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.type('Our product')
    await page.keyboard.press('Enter')
    const token = await tokens.getByText(/^qd_[\w-]{40,}$/).innerText()
    const send = (resource: string, rows: object[]) =>
      request.post(`/api/ingest/${resource}`, { headers: { authorization: `Bearer ${token}` }, data: { rows } })
    const moment = Math.floor(Date.now() / 1000) - 60
    const code = {
      externalId: 'late-1',
      updatedAt: moment,
      createdAt: moment,
      customer: 'nobody-yet',
      type: 'url',
      uri: 'late-code',
      content: { url: 'https://a.example' },
    }
    expect(await (await send('qrs', [code])).json()).toMatchObject({ waiting: 1 })
    await page.reload()
    // The token is shown only once.
    await expect(tokens.getByRole('cell', { name: 'Our product', exact: true })).toBeVisible()
    await expect(page.getByText(token)).toHaveCount(0)
    const waiting = page.getByRole('table', { name: 'Unmatched records' })
    await expect(waiting).toContainText('customer nobody-yet')
    // Its customer arrives, but another code has taken its URI. Staff see it and dismiss it.
    expect(await (await send('qrs', [{ ...code, externalId: 'late-2' }])).json()).toMatchObject({ waiting: 1 })
    await send('customers', [{ externalId: 'nobody-yet', updatedAt: moment, createdAt: moment, email: 'nobody@example.com' }])
    await page.reload()
    await expect(waiting.getByRole('row').nth(1)).toContainText('uri: URI already in use, by QR late-1.')
    await waiting.getByRole('button', { name: 'Dismiss QR code late-2' }).click()
    await expect(page.getByText('Nothing is waiting: everything received was stored.')).toBeVisible()
    await tokens.getByRole('button', { name: 'Revoke the token Our product' }).click()
    await page.getByRole('button', { name: /^Revoke token/ }).click()
    await expect(tokens.getByText('revoked')).toBeVisible()
    expect((await send('qrs', [code])).status()).toBe(401)
  })

  test('adds and tests a webhook; a ban reaches it and is shown as delivered', async ({ page, context }) => {
    const receiver = await openReceiver()
    try {
      await visit(page, '/integrations')
      const webhooks = page.getByRole('region', { name: 'Webhooks' })
      await webhooks.getByRole('button', { name: 'Add webhook' }).click()
      await page.keyboard.type(`${receiver.url}/hook`)
      await webhooks.getByLabel(/^Send all events/).uncheck()
      await webhooks.getByLabel('customer.banned').check()
      await page.keyboard.press('Control+Enter')
      receiver.trust('/hook', await webhooks.getByText(/^whsec_/).innerText())
      await webhooks.getByRole('button', { name: /^Send a test/ }).click()
      await expect(page.getByText(/^The test arrived \(204\)/)).toBeVisible()
      await context.request.patch('/api/admin/customers/301/ban', {
        data: { banned: true },
        headers: { origin: new URL(page.url()).origin },
      })
      const deliveries = page.getByRole('table', { name: 'Deliveries' })
      await expect(deliveries.getByRole('row').nth(1)).toContainText('delivered', { timeout: 20_000 })
      expect(receiver.received.map(({ type, record }) => `${type} ${record}`)).toEqual(['test ', 'customer.banned customer:301'])
      expect(receiver.badSignatures).toEqual([])
      await deliveries.getByRole('button', { name: /^Details/ }).click()
      await expect(page.getByRole('dialog')).toContainText('"banned": true')
      await page.keyboard.press('Escape')
      await expect(deliveries.getByRole('button', { name: /^Details/ })).toBeFocused()
      await expectAccessible(page, 'integrations')
      await webhooks.getByRole('button', { name: /^Remove/ }).click()
      await page.getByRole('button', { name: /^Remove webhook/ }).click()
      await expect(webhooks.getByText(/^No webhooks yet/)).toBeVisible()
    } finally {
      await receiver.close()
    }
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } })

    test('is accessible and scrolls only vertically', async ({ page }) => {
      await visit(page, '/integrations')
      await expect(page.getByRole('heading', { name: 'Unmatched records' })).toBeVisible()
      await expectAccessible(page, 'integrations on a phone')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    })
  })
})
