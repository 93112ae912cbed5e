import { signedInAs } from './support/accounts.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('support'), samePage: true })

test('Enter in a list’s search goes to the first row of the answer, Escape leaves the search for keys', async ({ page, records }) => {
  const { email } = await records.changeable('keyboard')
  await visit(page, '/customers')
  const rows = page.getByRole('main').locator('[data-row-link]')
  await expect(rows.nth(1)).toBeVisible()
  const search = page.getByRole('main').locator('[data-page-search]')
  await page.keyboard.press('/')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toBeFocused()
  await expect(page.getByRole('row').nth(1)).toContainText(email)

  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('nobody at all')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(0)
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(search).toHaveValue('nobody at all')
  await page.keyboard.press('Escape')
})

test('what is typed into a note is added at its end', async ({ page, records }) => {
  const { id } = await records.changeable('keyboard')
  await visit(page, `/customers/${id}`)
  const field = page.getByRole('textbox', { name: 'Note', exact: true })
  const note = page.getByRole('region', { name: 'Note' })
  await expect(note.getByRole('button')).toBeVisible()
  for (const text of ['Calls on Mondays.', ' Not at noon.']) {
    await page.keyboard.press('n')
    await expect(field).toBeFocused()
    await page.keyboard.type(text)
    await page.keyboard.press('Control+Enter')
    await expect(field).toHaveCount(0)
  }
  await expect(note).toContainText('Calls on Mondays. Not at noon.')
})
