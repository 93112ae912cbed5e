import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

// [1.2 abuse]
test('new reports first; finishing one from the menu filters it out, and undo brings it back', async ({ page, customers, palette }) => {
  await visit(page, '/customers')
  await expect(palette.button).toBeVisible()
  await sequence(page, 'g e')
  await expect(page).toHaveURL(/\/security\/abuse$/)
  await expect(customers.rows.first()).toBeVisible()
  await expect(customers.status).toHaveText('Status: init')
  const found = page.getByRole('main').getByText(/^\d+ found$/)
  const before = Number((await found.innerText()).split(' ')[0])
  await customers.heading.focus()
  await sequence(page, 'j')
  await sequence(page, '.')
  await page.getByRole('menuitem', { name: /^Mark finished/ }).click()
  await expect(page.getByText(/^Status changed: .+ is finished\. Filtered out\.$/)).toBeVisible()
  await expect(found).toHaveText(`${before - 1} found`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(found).toHaveText(`${before} found`)
})

test('a dialog shows a long reason in full; accessible in both modes and on a phone [2.2 abuse reason]', async ({ page, customers }) => {
  await visit(page, '/security/abuse?status=any')
  await expect(customers.rows.first()).toBeVisible()
  await expectAccessible(page, 'the abuse reports')
  const more = page.getByRole('button', { name: /^See more/ }).first()
  await more.click()
  const dialog = page.getByRole('dialog', { name: /^Reported by / })
  await expect(dialog.getByText(/My mother nearly paid\. Please take it down/)).toBeVisible()
  await expectAccessible(page, 'the whole reason')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
  await expect(more).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'the abuse reports on a phone')
})
