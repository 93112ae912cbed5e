import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const button = { name: 'Export all as CSV' }

test.use({ storageState: signedInAs('full'), samePage: true })

test('exports the whole list as filtered and sorted, by button and shortcut, without changing the screen', async ({ page, customers }) => {
  await visit(page, '/customers?country=es&sort=email&sortDirection=asc')
  await expect(customers.rows).toHaveCount(10)
  const found = (
    await page
      .getByText(/ found$/)
      .first()
      .innerText()
  ).replace(/\D/g, '')
  const first = await customers.rows.first().innerText()
  for (const start of [() => page.getByRole('button', button).click(), () => sequence(page, 'l e')]) {
    const [download] = await Promise.all([page.waitForEvent('download'), start()])
    expect(download.suggestedFilename()).toMatch(/^Quaydesk-customers-\d{4}-\d\d-\d\d\.csv$/)
    const rows = parse(await readFile(await download.path()), { bom: true, columns: true }) as Record<string, string>[]
    expect(String(rows.length)).toBe(found)
    expect(first).toContain(rows[0]?.['E-mail'])
    expect(new Set(rows.map((row) => row['Country']))).toEqual(new Set(['ES']))
    await expect(page.getByText(/^Exported: Quaydesk-customers-.* rows\.$/).last()).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  }
  await expect(page).toHaveURL(/country=es/)
  expect(await customers.rows.first().innerText()).toBe(first)
})

test('a running export can be cancelled from another page; an incomplete one is not saved', async ({ page }) => {
  let saved = 0
  page.on('download', () => (saved += 1))
  await visit(page, '/customers/notes')
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/exports\/notes/, async (route) => {
    await held
    await route.abort()
  })
  await page.getByRole('button', button).click()
  const bar = page.getByRole('progressbar', { name: /^Exporting Quaydesk-notes/ })
  await expect(bar).toContainText('Preparing…')
  await expect(page.getByRole('button', button)).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page, 'an export under way')
  await sequence(page, 'g f')
  await expect(page).toHaveURL(/\/customers\/feedback$/)
  await expect(bar).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('The export was canceled.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  release()

  await page.route(/exports\/feedback/, (route) =>
    route.fulfill({ headers: { 'x-total-count': '3', 'content-type': 'text/csv' }, body: 'Id,Feedback\r\n1,a\r\n2,b\r\n' }),
  )
  await page.getByRole('button', button).click()
  await expect(page.getByText('The export was interrupted: nothing was saved.')).toBeVisible()
  expect(saved).toBe(0)
})
