import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

test.describe('custom shortcuts', () => {
  test.use({ storageState: signedInAs('keys') })

  test('are recorded by key press, survive a reload, show in the menu, and can be turned off', async ({ page, customers }) => {
    await customers.open()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet.getByRole('heading', { name: 'On this page' })).toBeVisible()
    await expectAccessible(page, 'sheet of keys')
    await sheet.getByRole('button', { name: 'Customize shortcuts' }).click()
    const settings = page.getByRole('dialog', { name: 'Customize shortcuts' })
    await expect(settings.getByLabel('Search the commands')).toBeFocused()
    await page.keyboard.type('go to payments')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await sequence(page, 'g c')
    await expect(settings.getByText('‘Customers’ has g then c already.')).toBeVisible()
    await expectAccessible(page, 'keys of another command')
    await settings.getByRole('button', { name: 'Swap with it' }).click()
    await expect(settings.getByText('have swapped their keys.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(settings).toBeHidden()

    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('link', { name: /^Payments/ })).toHaveAttribute('data-keys', 'g c')
    await page.reload()
    await expect(customers.heading).toBeVisible()
    await sequence(page, 'g c')
    await expect(page).toHaveURL(/\/payments/)
    await expect(menu.getByRole('link', { name: /^Payments/ })).toHaveAttribute('data-keys', 'g c')

    await page.keyboard.press('Control+K')
    await page.keyboard.type('single-letter keys')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Single-letter shortcuts are off.')).toBeVisible()
    await expect(menu.locator('kbd')).toHaveCount(0)
    await sequence(page, 'g p')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Control+K')
    await page.keyboard.type('go to customers')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/customers/)
  })
})
