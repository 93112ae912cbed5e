import { knownCustomers } from '../../demo/data/known.ts'
import { signedInAs } from './support/accounts.ts'
import { sequence } from './support/keyboard.ts'
import { invoicesOfLastMonth } from './support/last-month.ts'
import { expectNothingStale, translatePages } from './support/page-translation.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const { ana } = knownCustomers

test.use({ storageState: signedInAs('full'), samePage: true })

let faults: string[]
test.beforeEach(async ({ page }) => {
  faults = []
  page.on('console', (message) => {
    if (message.type() === 'error' && /removeChild|insertBefore|NotFoundError/.test(message.text())) faults.push(message.text())
  })
  // The page that a test continues in is translated already.
  if (page.url() === 'about:blank') await translatePages(page)
})
test.afterEach(async ({ page }) => {
  expect(faults).toEqual([])
  await expect(page.getByText('Something went wrong.')).toHaveCount(0)
  await expectNothingStale(page)
})

const lists = {
  customers: ['/customers', '/customers/notes', '/customers/feedback', '/customers/domains', '/customers/referred'],
  'payments and invoices': ['/payments', invoicesOfLastMonth, '/analysis', '/api-calls', '/audit'],
  'QR codes': ['/qrs', '/qrs/risk', '/qrs/infected', '/qrs/uri', '/qrs/stats'],
  security: ['/security/domain-blacklist', '/security/webrisk', '/security/webrisk-logs', '/security/abuse', '/users'],
}

for (const [name, paths] of Object.entries(lists))
  test(`translated lists turn pages, sort, search and open menus: ${name}`, async ({ page, palette }) => {
    const main = page.getByRole('main')
    const rows = main.locator('tbody tr:not([aria-hidden])')
    const settled = () => expect(main.locator('[data-stale], [aria-busy=true]')).toHaveCount(0)
    for (const path of paths) {
      await visit(page, path)
      await expect(rows.first()).toBeVisible()
      await expect(main.locator('font[data-translated]').first()).toBeAttached()
      await page.keyboard.press(']')
      await settled()
      await page.evaluate(sortByEach)
      await settled()
      const search = main.getByLabel(/^search (?!mode)/i)
      if ((await search.count()) > 0) {
        await search.fill('99999999')
        await search.press('Enter')
        await expect(main.getByText('Results not found.')).toBeVisible()
        await search.fill('')
        await search.press('Enter')
        await expect(rows.first()).toBeVisible()
        await search.blur()
      }
      await page.keyboard.press('j')
      const menuButton = rows.first().locator('button[aria-haspopup=menu]').last()
      if ((await menuButton.count()) > 0) {
        await menuButton.click()
        await expect(page.getByRole('menu')).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(page.getByRole('menu')).toHaveCount(0)
      }
    }
    await palette.open()
    await page.keyboard.type('re')
    await expect(palette.row(/./).first()).toBeVisible()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Escape')
    await palette.expectClosed()
  })

/** Runs in the page. Each heading sorts anew before the last has been answered, as an impatient person does. */
async function sortByEach(): Promise<void> {
  const headings = () => document.querySelectorAll<HTMLElement>('main thead button:not([role])')
  for (let index = 0; index < headings().length; index += 1) {
    headings()[index]?.click()
    await new Promise(requestAnimationFrame)
  }
}

test('a translated palette finds, previews, acts and asks', async ({ page, palette }) => {
  await visit(page, '/customers')
  await palette.open()
  for (const [begun, typed] of [
    ['', 'ban'],
    ['refund ', '5,50 ana'],
    ['dark m', 'ode'],
    [ana.email.slice(0, -3), ana.email.slice(-3)],
    ['zzzz9 nob', 'ody'],
    ['extend', ' tri'],
  ] as const) {
    await palette.input.fill(begun)
    await palette.input.pressSequentially(typed)
    await expect(palette.input).toHaveValue(begun + typed)
  }
  await palette.input.fill(ana.email)
  await expect(palette.row(ana.email).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(palette.dialog.getByRole('heading', { name: /Act on/ })).toBeVisible()
  await page.keyboard.type('extend')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
})

test('a translated customer opens menus, dialogs, forms and tabs', async ({ page }) => {
  await visit(page, `/customers/${ana.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Actions' })).toBeVisible()
  await page.keyboard.press('.')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.type('ex')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await sequence(page, 'a b')
  await expect(page.getByRole('button', { name: 'Ban', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await sequence(page, 'n')
  await page.keyboard.type('Called')
  await page.keyboard.press('Escape')
  for (const name of ['Payments', 'QRs', 'Info']) {
    await main
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .or(main.getByRole('tab', { name: new RegExp(`^${name}`) }))
      .first()
      .click()
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type('ban')
  await page.keyboard.press('Escape')
})

test('a translated row opens its record beside the list and walks on', async ({ page }) => {
  await visit(page, '/payments')
  const main = page.getByRole('main')
  await expect(main.locator('tbody tr:not([aria-hidden])').first()).toBeVisible()
  await sequence(page, 'j')
  await page.keyboard.press('Space')
  const panel = page.locator('[data-side-panel]')
  await expect(panel).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(panel.getByRole('heading', { level: 2 })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('translated pages change what they show', async ({ page, palette }) => {
  const main = page.getByRole('main')
  for (const path of ['/general', '/sales', '/integrations']) {
    await visit(page, path)
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    for (const tab of await main.getByRole('tab').all()) {
      await tab.click()
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await palette.open()
    await page.keyboard.type('gen')
    await expect(palette.row(/./).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await palette.expectClosed()
  }
})

test('a palette that breaks closes alone; a view that breaks leaves the rest', async ({ page, palette }) => {
  await page.goto('/customers')
  await palette.open()
  await page.keyboard.type('ban')
  await expect(palette.row(/./).first()).toBeVisible()
  // What an extension may do to a page.
  await page.evaluate(() => document.querySelectorAll('[role=dialog] [cmdk-group]').forEach((group) => group.remove()))
  await page.keyboard.type('zzzz')
  await expect(page.getByText('The palette failed and was closed.')).toBeVisible()
  await palette.expectClosed()
  await expect(page.getByRole('main').locator('tbody tr').first()).toBeVisible()
  await page.evaluate(() => document.querySelector('main tbody tr:nth-child(2)')?.remove())
  await page
    .getByRole('main')
    .getByLabel(/^search (?!mode)/i)
    .fill(ana.email)
  await expect(page.getByRole('main').getByText('Something went wrong.')).toBeVisible()
  await palette.open()
  await page.keyboard.type('go payments')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/payments/)
  await expect(page.getByRole('main').locator('tbody tr').first()).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.evaluate((nav) => nav.querySelector('section li')?.remove())
  await menu.getByRole('button', { expanded: true }).first().click()
  await expect(page.getByRole('complementary').getByText('The menu failed.')).toBeVisible()
  await expect(page.getByRole('main').locator('tbody tr').first()).toBeVisible()
  expect(faults).not.toEqual([])
  faults = []
})
