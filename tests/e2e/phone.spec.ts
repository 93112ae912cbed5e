import type { Locator, Page } from '@playwright/test'
import { knownCustomers } from '../../demo/data/known.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const { ana } = knownCustomers
const [width, height] = [390, 844]

test.use({ storageState: signedInAs('full'), viewport: { width, height }, hasTouch: true, isMobile: true, samePage: true })

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const selected = (page: Page) => page.getByRole('region', { name: 'Selected rows' })
const current = (page: Page) => bar(page).locator('[aria-current]')

/** Whether a finger on its middle reaches it. */
const isOnTop = (part: Locator) =>
  part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

test('the bar leads to what is opened most, More to all the rest, and each says where one is', async ({ page, customers }) => {
  await visit(page, '/customers')
  await expect(customers.rows.first()).toBeVisible()
  await expect(current(page)).toHaveText('Customers')
  await bar(page).getByRole('link', { name: 'QR codes' }).tap()
  await expect(customers.heading).toHaveText('QR codes')
  await expect(current(page)).toHaveText('QR codes')
  await bar(page).getByRole('button', { name: 'More' }).tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  // What the bar has is not said twice.
  await expect(menu.getByRole('link', { name: 'List' })).toHaveCount(0)
  await expect(menu.getByRole('button', { name: 'Log out' })).toBeAttached()
  await menu.getByRole('link', { name: 'Notes' }).tap()
  await expect(customers.heading).toHaveText('Customer notes')
  await expect(menu).toHaveCount(0)
  await expect(current(page)).toHaveText('More')
  await visit(page, `/customers/${ana.id}`)
  await customers.expectAt(ana.id)
  await expect(current(page)).toHaveText('Customers')
})

test('rows come at once, in two lines, and open by a press anywhere', async ({ page, customers }) => {
  await visit(page, '/payments')
  const first = customers.rows.first()
  await expect(first).toBeVisible()
  const place = await first.boundingBox()
  expect(place?.y).toBeLessThanOrEqual(130)
  expect(place?.height).toBeGreaterThanOrEqual(56)
  expect(place?.height).toBeLessThanOrEqual(64)
  await first.getByRole('link').tap()
  const panel = page.locator('[data-side-panel]')
  await expect(panel.getByRole('heading', { level: 2 })).toBeVisible()
  await panel.getByRole('button', { name: 'Back' }).tap()
  await expect(panel).toHaveCount(0)

  await visit(page, `/customers?searchTerm=${ana.email}`)
  await expect(customers.rows).toHaveCount(1)
  await expect(customers.rows).toContainText(ana.email)
  await customers.rows.getByText(ana.email).tap()
  await customers.expectAt(ana.id)
})

test('the search has the row to itself; how it searches is among the filters', async ({ page }) => {
  await visit(page, '/customers')
  await expect(page.getByRole('combobox', { name: 'Search mode' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Filters/ }).tap()
  await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Search mode').selectOption('false')
  await expect(page).toHaveURL(/exactSearch=false/)
})

test('a list’s views are in a sheet with a title, which closes', async ({ page }) => {
  await visit(page, '/customers')
  await page.getByRole('button', { name: 'Views' }).tap()
  const sheet = page.getByRole('dialog', { name: /views/i })
  await expect(sheet).toContainText('My views of Customers')
  await sheet.getByRole('button', { name: 'Close' }).tap()
  await expect(sheet).toHaveCount(0)
})

test('the facts include what the list is sorted by', async ({ page, customers }) => {
  await visit(page, '/qrs')
  await expect(customers.rows.first()).not.toContainText('Visits')
  await visit(page, '/qrs?sort=visits&sortDirection=desc')
  await expect(customers.rows.first()).toContainText(/Visits \d/)
})

test('a row’s menu is a sheet over the bar; two rows are selected, changed together, and the next page follows', async ({
  page,
  customers,
}) => {
  await visit(page, '/customers')
  await customers.rows
    .nth(1)
    .getByRole('button', { name: /^Actions/ })
    .tap()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem').first()).toBeInViewport({ ratio: 1 })
  const sheet = page.locator('div:has(> [role=menu])')
  expect((await sheet.boundingBox())?.width).toBe(width)
  await page.touchscreen.tap(width / 2, 30)
  await expect(menu).toHaveCount(0)

  await customers.rows
    .nth(1)
    .getByRole('button', { name: /^Actions/ })
    .tap()
  await sheet.getByRole('button', { name: 'Close' }).tap()
  await expect(menu).toHaveCount(0)

  const boxes = page.getByRole('checkbox', { name: /^Select / })
  await boxes.nth(0).tap()
  await boxes.nth(1).tap()
  await expect(selected(page)).toContainText('2 selected')
  // In place of the menu, and in one line.
  expect((await selected(page).boundingBox())?.height).toBeLessThanOrEqual(72)
  expect(await isOnTop(bar(page).getByRole('link').first())).toBe(false)
  await expectAccessible(page, 'two customers selected on a phone')
  await selected(page).getByRole('button', { name: 'Actions' }).tap()
  await menu.getByRole('menuitem', { name: 'Add a note' }).tap()
  const question = page.getByRole('dialog', { name: 'Add a note' })
  await question.getByLabel(/^Note/).fill('Called from the train.')
  // Enter of an on-screen keyboard does the same.
  const next = question.getByRole('button').last()
  expect(await isOnTop(next)).toBe(true)
  await next.tap()
  const preview = page.getByRole('dialog', { name: 'Add a note: 2 customers' })
  const confirm = preview.getByRole('button', { name: 'Add it to 2 customers' })
  await expect(confirm).toBeVisible()
  expect(await isOnTop(confirm)).toBe(true)
  await preview.getByRole('button', { name: 'Cancel' }).tap()
  await selected(page).getByRole('button', { name: 'Clear selection' }).tap()
  await expect(selected(page)).toHaveCount(0)

  const nextPage = page.getByRole('button', { name: 'Next page' })
  await nextPage.scrollIntoViewIfNeeded()
  expect(await isOnTop(nextPage)).toBe(true)
  await nextPage.tap()
  await expect(page).toHaveURL(/page=2/)
})

test('Search opens the palette, which finds and opens', async ({ page, customers, palette }) => {
  await visit(page, '/payments')
  await expect(customers.rows.first()).toBeVisible()
  await bar(page).getByRole('button', { name: 'Search' }).tap()
  await palette.input.fill(ana.email)
  await expect(palette.chosen).toContainText('Ana Ruiz')
  await palette.chosen.tap()
  await customers.expectAt(ana.id)
})

test('a long text is one line, which opens all of it', async ({ page, customers }) => {
  await visit(page, '/customers/feedback')
  const text = customers.rows.first().getByRole('button').first()
  await text.tap()
  await expect(page.getByRole('dialog', { name: /^Feedback of/ })).toContainText(await text.innerText())
})

test('a field that is typed into has the height to itself', async ({ page, customers }) => {
  await visit(page, '/customers')
  await customers.search.tap()
  await expect(bar(page)).toBeHidden()
  await customers.search.blur()
  await expect(bar(page)).toBeVisible()
})

test('all tabs of a customer fit, and stay where they are when another is chosen', async ({ page }) => {
  await visit(page, `/customers/${ana.id}`)
  const [first, more] = [page.getByRole('tab', { name: /^Info/ }), page.getByRole('tab', { name: 'More' })]
  await expect(page.getByRole('tab', { name: /^QRs/ })).toContainText(/\d{3}/)
  await expect(more).toBeInViewport({ ratio: 1 })
  const places = () => page.getByRole('tab').evaluateAll((tabs) => tabs.slice(0, 5).map((tab) => tab.getBoundingClientRect().x))
  const before = await places()
  await page.getByRole('tab', { name: /^Payments/ }).tap()
  await expect(first).toHaveAttribute('aria-selected', 'false')
  expect(await places()).toEqual(before)
})

test('the e-mails of a customer are rows of two lines, with all that a wide table says', async ({ page }) => {
  await visit(page, `/customers/${ana.id}?show=email`)
  const row = page.getByRole('table', { name: 'Email activity' }).getByRole('row').nth(1)
  await expect(row.getByRole('cell')).toHaveCount(5)
  for (const cell of await row.getByRole('cell').all()) await expect(cell).toBeInViewport({ ratio: 1 })
  const lines = await row
    .getByRole('cell')
    .evaluateAll((cells) => new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().bottom))).size)
  expect(lines).toBe(2)
})

test('nothing lies over a note that is written', async ({ page, customers }) => {
  await visit(page, `/customers/${ana.id}`)
  await customers.expectAt(ana.id)
  const actions = page.getByRole('button', { name: 'Log in as customer' })
  await expect(actions).toBeVisible()
  await page.getByRole('button', { name: /^(Write|Edit) the note/ }).tap()
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await expect(actions).toBeHidden()
  const save = page.getByRole('button', { name: 'Save' })
  expect(await isOnTop(save)).toBe(true)
  await save.tap()
  await expect(save).toHaveCount(0)
  await expect(actions).toBeVisible()
})

test('a question is a sheet from the bottom edge, and no message lies over the sheet of a menu', async ({ page, customers }) => {
  await visit(page, `/customers/${ana.id}`)
  await customers.expectAt(ana.id)
  const actions = page.getByRole('button', { name: 'Actions' })
  await actions.tap()
  await page.getByRole('menuitem', { name: /^Cancel subscription/ }).tap()
  const question = page.getByRole('alertdialog')
  await expect
    .poll(async () => {
      const box = await question.boundingBox()
      return [box?.x, box?.width, box && Math.round(box.y + box.height)]
    })
    .toEqual([0, width, height])
  await question.getByRole('button', { name: 'Close' }).tap()

  await page.getByRole('button', { name: 'Copy email' }).tap()
  const message = page.getByRole('region', { name: /^Messages/ }).getByRole('listitem')
  await expect(message).toBeVisible()
  await actions.tap()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await isOnTop(message)).toBe(false)
})

test.describe('without the payments’ entry', () => {
  test.use({ storageState: signedInAs('support') })

  test('the bar has what comes next', async ({ page, customers }) => {
    await visit(page, '/customers')
    await expect(customers.rows.first()).toBeVisible()
    await expect(bar(page).locator('a, button')).toHaveText(['Customers', 'QR codes', 'Invoices', 'Search', 'More'])
  })
})
