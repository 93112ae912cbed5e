import type { Locator, Page } from '@playwright/test'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { failing } from './support/held-answers.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const dialog = (page: Page): Locator => page.getByRole('dialog')
const field = (page: Page): Locator => dialog(page).getByLabel('Domain', { exact: true })

test.describe('with role 1', () => {
  test.use({ storageState: signedInAs('full'), samePage: true })

  // [2.2 edit domains] [2.2 remove domain] [2.2 domain dialog] [R46 dialog]
  test('adds, edits and removes a domain by keyboard, with undo', async ({ page, customers }) => {
    await customers.open()
    await sequence(page, 'g b')
    await expect(page).toHaveURL(/\/security\/domain-blacklist$/)
    await expect(page).toHaveTitle(/^Blocked domains \| .+ CRM$/)
    await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
    await expect(customers.rows.first()).toBeVisible()
    await sequence(page, 'd a')
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('https://keys.example')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('Invalid domain. It cannot contain routes or protocol (e.g. https://).')
    await field(page).fill('Bücher-keys.example')
    await expect(dialog(page)).toContainText('xn--bcher-keys-9db.example is blocked from now on')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(customers.rows.first()).toContainText('xn--bcher-keys-9db.example bücher-keys.example')

    await customers.heading.focus()
    await sequence(page, 'j')
    await expect(customers.current).toContainText('bücher-keys.example')
    await sequence(page, 'd e')
    await expect(field(page)).toHaveValue('xn--bcher-keys-9db.example')
    await field(page).fill('*.keys.example')
    await page.keyboard.press('Enter')
    await expect(customers.current).toContainText('*.keys.example')
    await sequence(page, 'd d')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, remove' }).click()
    await expect(customers.row('*.keys.example')).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(customers.rows.first()).toContainText('*.keys.example')
  })

  test('checks which rule wins for any address, keeps it in the URL, and opens by shortcut', async ({ page }) => {
    await visit(page, '/security/domain-blacklist')
    const box = page.getByRole('region', { name: 'Check a domain' })
    await box.getByLabel('Check a domain').fill('https://user@shop.phish.example:8080/menu?x=1')
    await page.keyboard.press('Enter')
    await expect(box.getByRole('status')).toContainText('blocked')
    await expect(box.getByRole('status')).toContainText('shop.phish.example')
    await expect(box.getByRole('status')).toContainText('*.phish.example')
    await expect(page).toHaveURL(/checked=https/)
    await page.reload()
    await expect(box.getByRole('status')).toContainText('*.phish.example')
    await page.getByRole('main').getByRole('heading', { level: 1 }).focus()
    await sequence(page, 'd w')
    await dialog(page).getByLabel('Address or domain').fill('cafesol.example')
    await page.keyboard.press('Enter')
    await expect(box.getByRole('status')).toContainText('allowed')
    await box.getByLabel('Check a domain').fill('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await expect(box.getByRole('alert')).toHaveText('A javascript: address leads to no website.')
  })

  test.describe('in a new page', () => {
    test.use({ samePage: false })

    test('searches, remembers the page size, and offers a retry after a failed load [2.2 domain page size]', async ({
      page,
      customers,
    }) => {
      // Before anything has loaded, because the other list may be prefetched.
      const mend = await failing(page, /\/api\/admin\/whitelisted-domains/, 500)
      await page.goto('/security/domain-blacklist')
      await page.getByLabel('Search blocked domains').fill('bücher')
      await expect(page).toHaveURL(/searchTerm=/)
      await expect(customers.row('xn--bcher-kva.test')).toHaveCount(1)
      await page.getByRole('button', { name: 'Clear the search' }).click()
      await page.getByLabel(/a page/).selectOption('20')
      await expect(customers.rows).toHaveCount(20)
      expect(await page.evaluate(() => localStorage.getItem('blacklistedDomainsEntries'))).toBe('20')
      // The select keeps the focus and handles letters itself.
      await page.keyboard.press('Tab')
      await sequence(page, 'g w')
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Load error, try again')
      await mend()
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(customers.rows.first()).toBeVisible()
    })
  })

  test.describe('accessibility', () => {
    test('axe finds no violations', async ({ page, customers }) => {
      await visit(page, '/security/domain-blacklist?checked=https%3A%2F%2Fx.phish.example&searchTerm=example')
      await expect(customers.rows.first()).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'decides' })).toBeVisible()
      await expectAccessible(page, 'blocked domains')
      await page.getByRole('main').getByRole('button', { name: 'Add', exact: true }).click()
      await field(page).fill('x y')
      await page.keyboard.press('Enter')
      await expectAccessible(page, 'add, refused')
    })
  })
})
