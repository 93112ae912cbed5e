import { readFileSync } from 'node:fs'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { forget, keep, note, staffOf } from './support/playbooks.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

test.beforeEach(({ page, baseURL }) => forget(staffOf(page, baseURL)))

test('steps are found by the names of their commands, as in the palette', async ({ page }) => {
  await visit(page, '/playbooks?new=customer')
  await page.getByRole('textbox', { name: 'Name' }).fill('Let in again')
  for (const [typed, title] of [
    ['unban', '1. Unban'],
    ['comment', '2. Add a note'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a step' }).press('Enter')
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('group', { name: 'Steps' })).toContainText(title)
  }
  await expectAccessible(page, 'playbooks')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Playbook saved: Let in again.')).toBeVisible()
})

test('playbooks are exported, deleted, brought back and imported', async ({ page, baseURL }) => {
  const staff = staffOf(page, baseURL)
  await keep(staff, { name: 'Called, no answer', steps: [note('Called, no answer.')] })
  await visit(page, '/playbooks')
  const list = page.getByRole('list', { name: 'Playbooks' })
  await expect(list).toContainText('Called, no answer')
  await expectAccessible(page, 'playbooks')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all' }).click()
  const file = await (await downloading).path()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ playbooks: [{ name: 'Called, no answer', keys: null }] })
  await page.getByRole('button', { name: 'Delete Called, no answer' }).click()
  await expect(page.getByText('There is no playbook yet.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(list).toContainText('Called, no answer')
  await page.getByLabel('A file of playbooks').setInputFiles(file)
  await expect(page.getByText('1 playbook imported, for you alone.')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await page.getByLabel('A file of playbooks').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
  await expect(page.getByText(/^This is no file of playbooks/)).toBeVisible()
})

test('a link opens a playbook and runs nothing; somebody else’s shared one is only read', async ({ page, browser, baseURL }) => {
  const staff = staffOf(page, baseURL)
  const { id } = (await keep(staff, { name: 'For all', isShared: true, steps: [note('Hello.')] })) as { id: number }
  const other = await browser.newContext({ storageState: signedInAs('support'), ...(baseURL && { baseURL }) })
  const theirs = await other.newPage()
  await theirs.goto(`/playbooks?open=${id}`)
  await expect(theirs.getByRole('heading', { level: 1, name: 'For all' })).toBeVisible()
  await expect(theirs.getByRole('listitem').filter({ hasText: 'Add a note' })).toBeVisible()
  await expect(theirs.getByRole('textbox', { name: 'Name' })).toHaveCount(0)
  await other.close()
})
