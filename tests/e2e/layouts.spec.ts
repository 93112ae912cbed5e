import type { Page } from '@playwright/test'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const key = 'config.layout'
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const settings = (page: Page) => page.getByRole('dialog', { name: /^settings/i })

/** Sets the layout as another tab would. */
async function setLayout(page: Page, layout: Record<string, string>): Promise<void> {
  await page.evaluate(
    ([name, kept]) => {
      localStorage.setItem(name, kept)
      window.dispatchEvent(new StorageEvent('storage', { key: name }))
    },
    [key, JSON.stringify(layout)] as const,
  )
}

test.use({ storageState: signedInAs('full') })

// [1.2 layout settings]
test('the horizontal layout is selected by keyboard, survives a reload, and has a keyboard-operated menu', async ({ page, customers }) => {
  await customers.open()
  await page.keyboard.press(',')
  await expect(settings(page).getByRole('radio', { name: 'Auto' }).first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(settings(page).getByRole('radio', { name: 'Comfortable' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(settings(page).getByRole('radio', { name: 'Vertical' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(menu(page).getByRole('button', { name: 'Customers' })).toBeVisible()
  await expectAccessible(page, 'settings')
  await page.keyboard.press('Escape')
  await expect(settings(page)).toHaveCount(0)

  await page.reload()
  await expect(customers.rows.first()).toBeVisible()
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeHidden()
  await menu(page).getByRole('button', { name: 'Customers' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(menu(page).getByRole('link', { name: 'Invoices' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu(page).getByRole('button', { name: 'Reports' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/invoices/)
  await expect(menu(page).getByRole('button', { name: 'Reports' })).toHaveAttribute('aria-current', 'true')
})

const colours = ['auto', 'light', 'dark', 'colored'] as const
/** Every colour and sidebar type, with every top bar colour available for it. */
const verticals = [
  ['auto', 'default', 'dark'],
  ['auto', 'compact', 'light'],
  ['light', 'icon', 'auto'],
  ['dark', 'compact', 'dark'],
  ['colored', 'default', 'light'],
  ['colored', 'compact', 'auto'],
  ['colored', 'icon', 'dark'],
] as const

test.describe('changed while the page is open', () => {
  test.use({ samePage: true })

  test('the settings button regains focus even if the layout has changed', async ({ page, customers }) => {
    await customers.open()
    await setLayout(page, { type: 'vertical' })
    const toggle = page.getByRole('banner').getByRole('button', { name: 'Settings' })
    await toggle.click()
    await settings(page).getByRole('radio', { name: 'Horizontal' }).check()
    await page.keyboard.press('Escape')
    await expect(toggle).toBeFocused()
    // The focused sidebar entry no longer exists.
    await setLayout(page, { type: 'vertical' })
    await page.getByRole('complementary').getByRole('link', { name: 'Notes' }).focus()
    await page.keyboard.press(',')
    await settings(page).getByRole('radio', { name: 'Horizontal' }).check()
    await page.keyboard.press('Escape')
    await expect(toggle).toBeFocused()
  })

  test('in a small window the default sidebar has icons alone, and names the screen of the one that is hovered', async ({ page }) => {
    await visit(page, '/qrs/archived')
    await setLayout(page, { type: 'vertical' })
    const sidebar = page.getByRole('complementary')
    const width = async () => (await sidebar.boundingBox())?.width ?? 0
    expect(await width()).toBeGreaterThan(200)
    await page.setViewportSize({ width: 1100, height: 800 })
    await expect.poll(width).toBeLessThan(80)
    await sidebar.getByRole('link', { name: 'List' }).last().hover()
    await expect(sidebar.getByText('QR codes')).toBeInViewport()
    await setLayout(page, { type: 'vertical', sidebar: 'compact' })
    await expect.poll(width).toBeGreaterThan(80)
  })

  test('every colour, type and width is accessible [1.2 sidebar]', async ({ page }) => {
    await visit(page, '/qrs/archived')
    await expect(page.getByText('Search for a URI')).toBeVisible()
    for (const topBar of colours) {
      await setLayout(page, { type: 'horizontal', topBar, width: topBar === 'auto' ? 'boxed' : 'fluid' })
      await menu(page).getByRole('button', { name: 'QRs' }).focus()
      await page.keyboard.press('ArrowDown')
      await expect(menu(page).getByRole('link', { name: 'List' })).toBeFocused()
      await expectAccessible(page, `horizontal, top bar ${topBar}`, ['header', 'nav'])
      await page.keyboard.press('Escape')
    }
    for (const [sidebarColour, sidebar, topBar] of verticals) {
      await setLayout(page, { type: 'vertical', sidebar, sidebarColour, topBar, width: sidebar === 'compact' ? 'boxed' : 'fluid' })
      await page.getByRole('complementary').getByRole('link', { name: 'Stats' }).focus()
      await page.keyboard.press('Shift+Tab')
      await expectAccessible(page, `vertical, ${sidebarColour} sidebar, ${sidebar}, top bar ${topBar}`, ['header', 'aside'])
    }
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('starts horizontal with touch targets of at least 44 px, and can be switched to vertical [1.2 mobile layout]', async ({
    page,
    customers,
  }) => {
    await customers.open()
    expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull()
    const targets = menu(page).locator('a, button')
    await expect(targets).toHaveText(['Customers', 'QR codes', 'Payments', 'Search', 'More'])
    for (const target of await targets.all())
      expect((await target.boundingBox())?.height, await target.innerText()).toBeGreaterThanOrEqual(44)
    const more = menu(page).getByRole('button', { name: 'More' })
    const sheet = page.getByRole('dialog', { name: 'Menu' })
    await more.tap()
    await expect(page.getByRole('button', { name: 'Close the menu' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
    await more.tap()
    await sheet.getByRole('button', { name: 'Settings' }).tap()
    await expect(sheet).toHaveCount(0)
    await expect(settings(page).getByRole('radio', { name: 'Horizontal' })).toBeChecked()
    await expectAccessible(page, 'settings on a phone')
    await settings(page).getByRole('radio', { name: 'Vertical' }).tap()
    await settings(page).getByRole('button', { name: 'Close' }).tap()
    await expect(more).toBeFocused()
    // The same bar in either layout.
    await expect(targets).toHaveText(['Customers', 'QR codes', 'Payments', 'Search', 'More'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
