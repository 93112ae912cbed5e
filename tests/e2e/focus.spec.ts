import type { Locator, Page } from '@playwright/test'
import { signedInAs } from './support/accounts.ts'
import { pill } from './support/filters.ts'
import type { Records } from './support/records.ts'
import { Surfaces } from './support/surfaces.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const rowsOf = (page: Page) => main(page).locator('tbody tr:not([aria-hidden])')
const rowLink = (page: Page, at: number) => rowsOf(page).nth(at).locator('[data-row-link]')
const rowMenu = (page: Page, at: number) => rowsOf(page).nth(at).locator('button[aria-haspopup=menu]').last()
const menu = (page: Page) => page.getByRole('menu')
const dialog = (page: Page) => page.getByRole('alertdialog').or(page.getByRole('dialog'))
const actions = (page: Page) => button(page, /^Actions/)
const sidePanel = (page: Page) => page.locator('[data-side-panel]')
const edit = (page: Page) => button(page, 'Edit the note')

/** Opens a page and waits until menus and dialogs can open: the first one of a visit loads their code. */
async function open(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
}

async function openList(page: Page, path: string): Promise<void> {
  await open(page, path)
  await expect(rowsOf(page).first()).toBeVisible()
}

async function openCustomer(page: Page, records: Records): Promise<void> {
  await open(page, `/customers/${(await records.changeable('focus')).id}`)
  await expect(page.getByRole('region', { name: 'Note' }).getByRole('button')).toBeVisible()
}

const expectAt = (place: Locator) => expect(place).toBeFocused()

test('a row under a resting pointer loses its tint once keys move the focus, until the pointer moves again', async ({ page }) => {
  await openList(page, '/customers')
  const under = rowsOf(page).nth(4)
  const tint = () => under.evaluate((row) => getComputedStyle(row).getPropertyValue('--row-tint'))
  const before = await tint()
  await under.hover()
  await expect.poll(tint).not.toBe(before)
  await page.keyboard.press('j')
  await expectAt(rowLink(page, 0))
  await expect.poll(tint).toBe(before)
  await page.mouse.move(400, 400)
  await under.hover()
  await expect.poll(tint).not.toBe(before)
})

test('cancelling, saving or deleting a note moves focus to its button', async ({ page, records }) => {
  await openCustomer(page, records)
  const field = page.getByRole('textbox', { name: 'Note', exact: true })
  await page.keyboard.press('n')
  await expectAt(field)
  await page.keyboard.type('Called back')
  await page.keyboard.press('Control+Enter')
  await expectAt(edit(page))
  await page.keyboard.press('Enter')
  await expectAt(field)
  await page.keyboard.press('Escape')
  await expectAt(edit(page))
  await edit(page).click()
  await button(page, 'Cancel').click()
  await expectAt(edit(page))
  await edit(page).click()
  await field.fill('Called back twice')
  await button(page, /^Save/).click()
  await expectAt(edit(page))
  await edit(page).click()
  await button(page, 'Delete').click()
  await expectAt(button(page, 'Write the note'))
})

test('the Actions menu returns focus to its button on Escape, and after an action’s dialog closes', async ({ page, records }) => {
  await openCustomer(page, records)
  const surfaces = new Surfaces(page)
  await actions(page).click()
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAt(actions(page))
  await page.keyboard.press('.')
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAt(actions(page))
  await surfaces.openPageMenu()
  await menu(page).getByRole('menuitem', { name: /^Ban/ }).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAt(actions(page))
  await surfaces.openPageMenu()
  await menu(page).getByRole('menuitem', { name: /^Ban/ }).click()
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expectAt(actions(page))
  // The alert's own button disappears with the alert.
  await button(page, 'Unban').click()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Unban')).toHaveCount(0)
  await expect(page.locator('body')).not.toBeFocused()
  await expect(main(page).locator(':focus')).toHaveCount(1)
})

test('closing a dialog opened by shortcut focuses the heading if nothing had focus before', async ({ page, records }) => {
  const { id } = await records.changeable('focus')
  await page.goto(`/customers/${id}`)
  await expect(page.getByRole('region', { name: 'Note' }).getByRole('button')).toBeVisible()
  await page.keyboard.type('ab')
  await expect(dialog(page)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expectAt(main(page).getByRole('heading', { level: 1 }))
})

test('the row menu returns focus to the row on Escape, on cancel and after the action', async ({ page, records }) => {
  const { id } = await records.changeable('focus')
  const surfaces = new Surfaces(page)
  await surfaces.openCustomerRow(id)
  await page.keyboard.press('j')
  await expectAt(rowLink(page, 0))
  await page.keyboard.press('.')
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAt(rowMenu(page, 0))
  for (const end of ['Escape', 'Enter']) {
    await rowMenu(page, 0).click()
    await menu(page).getByRole('menuitem', { name: /^Ban/ }).click()
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press(end)
    await expect(dialog(page)).toHaveCount(0)
    await expectAt(rowMenu(page, 0))
  }
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await records.customer(id)).banned).toBe(false)
  await expectAt(rowMenu(page, 0))
})

test('removing a filter focuses its pill, or the one before it if it goes', async ({ page }) => {
  await openList(page, '/customers?country=es&trialPlan=true')
  const removals = main(page).getByRole('button', { name: /^Remove filter/ })
  await expect(removals).toHaveCount(2)
  await removals.first().click()
  await expect(removals).toHaveCount(1)
  await expectAt(pill(page, 'Country'))
  await removals.click()
  await expect(removals).toHaveCount(0)
  await expectAt(main(page).getByRole('switch', { name: 'Trial plan' }))
  await openList(page, '/customers?referredBy=1')
  await removals.click()
  await expect(removals).toHaveCount(0)
  await expectAt(main(page).getByRole('switch', { name: 'Referred' }))
})

test('the side panel returns focus to its row; its menu and dialogs return it to their button', async ({ page }) => {
  await openList(page, '/qrs')
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await expectAt(sidePanel(page).getByRole('heading', { level: 2 }))
  const ownActions = sidePanel(page).getByRole('button', { name: /^Actions/ })
  await ownActions.click()
  await new Surfaces(page).menuItem('change status').click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAt(ownActions)
  await sidePanel(page).getByRole('button', { name: 'Close the side panel' }).click()
  await expectAt(rowLink(page, 0))
})

test('when an action removes a row, the row in its place gets focus; for the last row, the one before', async ({ page }) => {
  const surfaces = new Surfaces(page)
  await openList(page, '/security/abuse')
  const finish = async (at: number) => {
    const name = await rowsOf(page).nth(at).getByRole('cell').nth(1).innerText()
    const before = await rowsOf(page).allInnerTexts()
    await rowMenu(page, at).click()
    await surfaces.menuItem('mark finished').click()
    await expect.poll(async () => rowsOf(page).allInnerTexts(), name).not.toEqual(before)
  }
  await finish(1)
  await expectAt(rowMenu(page, 1))
  await openList(page, '/security/abuse?perPage=50')
  const last = (await rowsOf(page).count()) - 1
  await finish(last)
  await expect(rowsOf(page)).toHaveCount(last)
  await expectAt(rowLink(page, last - 1))
})

test('paging and its controls keep focus, even when disabled on the first page', async ({ page }) => {
  await openList(page, '/qrs/infected')
  await page.keyboard.press('j')
  await page.keyboard.press(']')
  await expect(page).toHaveURL(/page=2/)
  await expectAt(rowLink(page, 0))
  const previous = page.getByRole('button', { name: 'Previous page' })
  await previous.click()
  await expect(previous).toHaveAttribute('aria-disabled', 'true')
  await expectAt(previous)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/qrs\/infected$/)
  const size = page.getByLabel(/a page/i)
  await size.focus()
  await size.selectOption('20')
  await expect(rowsOf(page)).not.toHaveCount(10)
  await expectAt(size)
})

// A list remembers its current row.
test.describe('from the first row of a list', () => {
  test.use({ samePage: false })

  test('list panels, selection bar, settings, user menu, palette, shortcuts sheet and undo list return focus', async ({ page }) => {
    await openList(page, '/customers')
    // A column may have the same name.
    const panelButton = (name: RegExp) => button(page, name).first()
    for (const name of [/^Views$/, /^Columns$/, /^Created$/, /^Card$/]) {
      await panelButton(name).click()
      await expect(main(page).getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(main(page).getByRole('dialog')).toHaveCount(0)
      await expectAt(panelButton(name))
    }
    await button(page, /^Views$/).click()
    await main(page).getByRole('dialog').getByRole('link').first().click()
    await expectAt(button(page, /^Views$/))
    await page.keyboard.press('j')
    await expectAt(rowLink(page, 0))
    await page.keyboard.type('lc')
    await expect(main(page).getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expectAt(rowLink(page, 0))

    await page.keyboard.press('x')
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await bar.getByRole('button', { name: 'Clear selection' }).click()
    await expectAt(rowLink(page, 0))
    await page.keyboard.press('x')
    // Whatever another test has done to the first customer.
    const note = bar.getByRole('button', { name: /^Add a note/ })
    await note.click()
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expectAt(note)
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)

    for (const keys of [',', '?', 'Shift+Z', 'Control+k']) {
      await expectAt(rowLink(page, 0))
      await page.keyboard.press(keys)
      await expect(dialog(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }
    await expectAt(rowLink(page, 0))

    const banner = page.getByRole('banner')
    const account = banner.getByRole('button', { name: /^Your account/ })
    const settings = banner.getByRole('button', { name: 'Settings' })
    await settings.click()
    await page.getByRole('dialog').getByRole('button', { name: /close/i }).click()
    await expectAt(settings)
    await account.click()
    await expect(menu(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expectAt(account)
    await account.click()
    await menu(page).getByRole('menuitem').first().click()
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expectAt(account)
  })
})
