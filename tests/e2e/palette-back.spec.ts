import type { Page } from '@playwright/test'
import { knownCustomers } from '../../demo/data/known.ts'
import { signedInAs } from './support/accounts.ts'
import type { CustomersPage } from './support/customers-page.ts'
import { sequence } from './support/keyboard.ts'
import type { Palette } from './support/palette-page.ts'
import { expect, test } from './support/test.ts'

test.use({ storageState: signedInAs('full') })

const { trialing } = knownCustomers

/** Goes from the payments to the customers: filtered, scrolled, and with the focus on a row. Returns how to tell that all is as it was. */
async function openList(page: Page, customers: CustomersPage, palette: Palette) {
  await page.goto('/payments')
  await expect(customers.rows.first()).toBeVisible()
  await palette.open()
  await page.keyboard.type('active customers')
  await expect(palette.chosen).toContainText('Customers')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/customers\?/)
  await expect(customers.rows.nth(5)).toBeVisible()
  await sequence(page, 'j j j j j j')
  await expect(customers.current).toHaveCount(1)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const look = () =>
    page.evaluate(() => ({
      href: location.href,
      entries: history.length,
      scrolled: window.scrollY,
      focused: document.activeElement?.closest('tr')?.textContent,
    }))
  const before = await look()
  expect(before.scrolled).toBeGreaterThan(0)
  return { before, expectAsBefore: () => expect.poll(look).toEqual(before) }
}

const widths = [
  ['a desktop', { width: 1440, height: 500 }],
  ['a phone', { width: 390, height: 844 }],
] as const

for (const [name, viewport] of widths)
  test.describe(`on ${name}`, () => {
    test.use({ viewport })

    test('the browser’s Back goes back step by step, closes the palette, and only then leaves the page', async ({
      page,
      customers,
      palette,
    }) => {
      const { expectAsBefore } = await openList(page, customers, palette)
      await palette.openAndPaste(trialing.email)
      await expect(palette.chosen).toContainText(trialing.email)
      await page.keyboard.press('Tab')
      const heading = palette.dialog.getByRole('heading', { name: /^Act on/ })
      await expect(heading).toBeVisible()
      await page.keyboard.type('extend trial')
      await page.keyboard.press('Enter')
      const days = page.getByRole('dialog').getByLabel('Days')
      await expect(days).toBeFocused()
      await page.keyboard.type('7')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Step 2 of 2')).toBeVisible()

      await page.goBack()
      await expect(days).toBeFocused()
      await expect(days).toHaveValue('7')
      await page.goBack()
      await expect(heading).toBeVisible()
      await expect(palette.input).toHaveValue('extend trial')
      await expect(palette.input).toBeFocused()
      await page.goBack()
      await expect(palette.input).toHaveValue(trialing.email)
      await expect(palette.input).toBeFocused()
      await page.goBack()
      await palette.expectClosed()
      await expectAsBefore()

      await page.goBack()
      await expect(page).toHaveURL(/\/payments$/)
      await palette.expectClosed()
      await page.goForward()
      await expect(page).toHaveURL(/\/customers\?/)
      await palette.expectClosed()
    })

    test('closed by Escape, or by opening a record, the palette leaves nothing in the history', async ({ page, customers, palette }) => {
      const { before, expectAsBefore } = await openList(page, customers, palette)
      await palette.open()
      await page.keyboard.press('Escape')
      await palette.expectClosed()
      await expectAsBefore()
      await palette.openAndPaste(trialing.email)
      await expect(palette.chosen).toContainText(trialing.email)
      await page.keyboard.press('Enter')
      await customers.expectAt(trialing.id)
      expect(await page.evaluate(() => history.length)).toBe(before.entries + 1)
      await page.goBack()
      await expect(page).toHaveURL(before.href)
      await page.goBack()
      await expect(page).toHaveURL(/\/payments$/)
      await palette.expectClosed()
    })
  })
