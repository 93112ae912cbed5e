import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

// [1.7 customers bulk] [2.7 selection keys]
test('selects customers by keyboard, adds a note to them after a preview, and undoes it all at once', async ({ page, customers }) => {
  await visit(page, '/customers?trialPlan=true')
  await expect(customers.rows.nth(3)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await page.keyboard.press('j')
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('2 selected')
  const all = page.getByRole('checkbox', { name: 'Select all rows on this page' })
  // Without it the box is as full as one that is on.
  expect(await all.evaluate((box) => getComputedStyle(box, '::before').maskImage)).toContain('svg')
  await expectAccessible(page, 'selected customers')

  await sequence(page, 'a m')
  const question = page.getByRole('dialog', { name: 'Add a note' })
  await question.getByLabel(/^Note/).fill('Sent the new prices.')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a note: 2 customers' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('button', { name: 'Add it to 2 customers' })).toBeFocused()
  await expectAccessible(page, 'the preview of a note on many')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('2 customers given the note.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo all' }).click()
  await expect(dialog.getByText('Undone for 2 customers.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar).toHaveCount(0)
})

// [1.7 exports of selected]
test('on a phone the selection bar has one menu, which exports the selected rows', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/customers')
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  await boxes.first().check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toBeInViewport()
  await bar.getByRole('button', { name: 'Actions' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^Export \d+ selected/ }).click()
  expect((await download).suggestedFilename()).toMatch(/customers/)
  await expect(page.getByText(/^Exported: .+, 1 row\./)).toBeVisible()
})

test('referred customers can be selected too: all that match, and nobody else', async ({ page, customers }) => {
  await visit(page, '/customers/referred')
  await customers.rows.first().getByRole('checkbox').check()
  await customers.rows.nth(1).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('2 selected')
  const all = bar.getByRole('button', { name: /^Select all \d+ that match/ })
  const count = /\d+/.exec((await all.textContent()) ?? '')?.[0]
  await all.click()
  await expect(bar).toContainText(`${count} selected`)
})
