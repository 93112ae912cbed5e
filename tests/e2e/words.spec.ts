import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { StaffApi } from './support/staff-api.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

const staffOf = (page: Page, baseURL: string | undefined) => new StaffApi(page.request, baseURL ?? '')

/** Other tests read the same palette, so no word stays. */
test.afterEach(async ({ page, baseURL }) => {
  const staff = staffOf(page, baseURL)
  for (const { id } of await staff.rows<{ id: number }>('/words')) await staff.do({ method: 'DELETE', path: `/words/${id}` })
})

test('a word of the team is added from the palette, read at once by everybody, changed and taken back by keys [1.2 words]', async ({
  page,
  palette,
  browser,
  baseURL,
}) => {
  const payment = await staffOf(page, baseURL).paymentToRefund()
  const other = await browser.newContext({ storageState: signedInAs('support'), ...(baseURL && { baseURL }) })
  const theirs = await other.newPage()
  await theirs.goto('/customers')
  await visit(page, '/customers')
  await palette.openAndPaste('‘devolver’ means refund')
  await expect(palette.row(/New word of the team/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Word' })).toHaveValue('devolver')
  await expect(page.getByRole('textbox', { name: 'Means' })).toBeFocused()
  await expectAccessible(page, 'words')
  await page.keyboard.press('Enter')
  await expect(page.getByText('‘devolver’ means refund.')).toBeVisible()
  const row = page.getByRole('table', { name: 'Words of the team' }).getByRole('row').nth(1)
  await expect(row).toContainText('devolver')
  await expectAccessible(page, 'words')

  await palette.openAndPaste(`devolver 5 ${payment.email}`)
  await expect(palette.row(/Refund the last payment .*5,00/)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('‘devolver’ means refund').first()).toBeVisible()
  await page.keyboard.press('Escape')
  // Without loading anything anew.
  await theirs.keyboard.press('Control+k')
  await theirs.keyboard.type('devolver')
  await expect(theirs.getByRole('option', { name: /^Refund/ }).first()).toBeVisible()
  await other.close()

  await sequence(page, 'j')
  await sequence(page, 'w e')
  await page.getByRole('textbox', { name: 'Means' }).fill('cancel')
  await page.keyboard.press('Control+Enter')
  await expect(row).toContainText('cancel')
  await sequence(page, 'j')
  await sequence(page, 'w d')
  await expect(page.getByText('Word deleted: ‘devolver’.')).toBeVisible()
  await expect(page.getByText(/^There is none yet/)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Deletion of ‘devolver’ was undone.')).toBeVisible()
  await expect(row).toContainText('devolver')
})

test('no word is put over one that means something, nor explained by what means nothing', async ({ page }) => {
  // A list that is on screen keeps what was deleted elsewhere until it is refreshed.
  await page.goto('/settings/words')
  await expect(page.getByText(/^There is none yet/)).toBeVisible()
  await sequence(page, 'w a')
  await expect(page.getByRole('textbox', { name: 'Word' })).toBeFocused()
  await page.keyboard.type('ban')
  await page.getByRole('textbox', { name: 'Means' }).fill('frobnicate')
  await page.keyboard.press('Enter')
  await expect(page.getByText('‘ban’ already means ‘Ban’.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Word' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Word' }).fill('devolver')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^The palette doesn’t understand this/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Words of the team' })).toBeVisible()
})

test('words are exported and imported, and what was asked for is explained', async ({ page, palette, browser, baseURL }) => {
  const staff = staffOf(page, baseURL)
  await staff.do({ method: 'POST', path: '/words', body: { word: 'devolver', meaning: 'refund' } })
  const text = 'xylotomia'
  for (const name of ['support', 'keys'] as const) {
    const other = await browser.newContext({ storageState: signedInAs(name), ...(baseURL && { baseURL }) })
    await new StaffApi(other.request, baseURL ?? '').do({ method: 'POST', path: '/words/missing', body: { text } })
    await other.close()
  }
  await visit(page, '/customers')
  await palette.openAndPaste(text)
  await expect(page.getByText(`No match for ‘${text}’`, { exact: false })).toBeVisible()
  const reported = page.waitForResponse((reply) => reply.url().endsWith('/words/missing') && reply.request().method() === 'POST')
  await page.keyboard.press('Escape')
  expect((await reported).status()).toBe(200)

  await visit(page, '/settings/words')
  const asked = page.getByRole('region', { name: 'Asked for' })
  await expect(asked).toContainText('xylotomia 3 times')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all' }).click()
  const file = await (await downloading).path()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ words: [{ word: 'devolver', meaning: 'refund' }] })
  await asked.getByRole('button', { name: `Say what ‘${text}’ means` }).click()
  await expect(page.getByRole('textbox', { name: 'Word' })).toHaveValue(text)
  await page.keyboard.type('past due customers')
  await page.keyboard.press('Enter')
  await expect(asked).toHaveCount(0)
  for (const { id } of await staff.rows<{ id: number }>('/words')) await staff.do({ method: 'DELETE', path: `/words/${id}` })
  await page.getByLabel('A file of words').setInputFiles(file)
  await expect(page.getByText('1 word imported.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Words of the team' })).toContainText('devolver')
})

test('what was chosen three times for a text comes first, until the settings forget it', async ({ page, palette, baseURL }) => {
  const staff = staffOf(page, baseURL)
  await staff.do({ method: 'PATCH', path: '/auth/me/preferences', body: { usual: null } })
  await page.goto('/customers')
  const usual = page.getByRole('group', { name: 'You usually choose this' })
  for (let times = 0; times < 3; times++) {
    await palette.openAndPaste('domains')
    await expect(usual).toHaveCount(0)
    const row = palette.row('Blocked domains')
    await expect(row).toBeVisible()
    await row.click()
    await expect(page).toHaveURL(/domain-blacklist/)
    await visit(page, '/customers')
  }
  await palette.openAndPaste('domai')
  await expect(usual.getByRole('option')).toHaveText(/Blocked domains/)
  await expect(palette.chosen).toHaveText(/Blocked domains/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/domain-blacklist/)
  await sequence(page, ',')
  await page.getByRole('button', { name: 'Forget what I usually choose' }).click()
  await expect(page.getByRole('button', { name: 'Forget what I usually choose' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await palette.openAndPaste('domai')
  await expect(palette.row('Blocked domains').first()).toBeVisible()
  await expect(usual).toHaveCount(0)
})
