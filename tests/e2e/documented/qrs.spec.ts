import { sequence } from '../support/keyboard.ts'
import { visit } from '../support/visit.ts'
import { act, expect, expectNoError, expectToast, test } from './support.ts'

test('changes a QR’s status and uri, whitelists it, blacklists another’s domain, and transfers it', async ({
  page,
  customers,
  on,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  await visit(page, '/qrs')
  await expect(customers.rows).toHaveCount(5)
  const row = customers.row('Window')
  await on.focusRow(row)
  await sequence(page, 'q s')
  await on.answerField({ choose: 'Stopped' })
  await expect(on.dialog).not.toContainText(/scans? in the last/)
  await on.confirm('Change to stopped')
  await expectToast(page, /^Status changed: Window is stopped\./)
  await expect(row.locator('[data-status]')).toHaveAttribute('data-status', 'stopped')

  await on.focusRow(row)
  await sequence(page, 'q u')
  await on.dialog.getByLabel('URI').fill('costa-poster')
  await on.dialog.getByRole('button', { name: 'Change URI' }).click()
  await expect(on.dialog.getByText('URI already in use.')).toBeVisible()
  await on.dialog.getByLabel('URI').fill('sol-window-26')
  await on.dialog.getByRole('button', { name: /Try again|Change uri/ }).click()
  await expectToast(page, /sol-window-26/)
  await expect(row).toContainText('sol-window-26')

  await on.focusRow(row)
  await act(page, on, 'q w', [], 'Whitelist')
  await expectToast(page, /^Whitelisted: /)
  await on.focusRow(customers.row('Poster'))
  await sequence(page, 'q b')
  await on.dialog.getByRole('button').last().press('Enter')
  await expect(on.dialog).toHaveCount(0)
  await expectNoError(page)

  await on.focusRow(row)
  await sequence(page, 'q t')
  await on.dialog.getByRole('combobox').fill('bruno.costa@example.com')
  await expect(page.getByRole('option').filter({ hasText: 'bruno.costa@example.com' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(on.dialog).toContainText('Bruno Costa')
  await on.dialog.getByRole('button', { name: /^Transfer/ }).click()
  await expectToast(page, /^Transferred: /)
  await visit(page, '/customers/102?tab=qrs')
  await expect(customers.rows).toHaveCount(2)
  await expect(row.locator('[data-status]')).toHaveAttribute('data-status', 'stopped')
})

test.describe('sharing one page', () => {
  // The second looks at no list of the first, so what is still cached is right.
  test.use({ samePage: true })

  test('requests QR lists as documented, and deletes one file, then all', async ({ page, customers }) => {
    for (const [path, rows, text] of [
      ['/qrs?searchMode=name&searchTerm=menu', 1, 'sol-menu'],
      ['/qrs?sort=scans&perPage=20', 5, 'Window'],
      ['/qrs/uri', 1, 'sol-old'],
      ['/qrs/archived?uri=tulips', 1, 'iris.jansen@example.com'],
      ['/qrs/stats', 3, 'ana.ruiz@example.com'],
      ['/qrs/risk', 1, 'sol-prize'],
      ['/qrs/infected', 1, 'Example AV'],
      ['/qrs/media/502', 2, 'cover'],
    ] as const) {
      await test.step(path, async () => {
        await visit(page, path)
        await expect(customers.rows).toHaveCount(rows)
        await expect(page.getByRole('main')).toContainText(text)
        await expectNoError(page)
      })
    }
    await customers.rows
      .first()
      .getByRole('button', { name: /^delete/i })
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(customers.rows).toHaveCount(1)
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click()
    await expect(page.getByText('No data found for this QR')).toBeVisible()
  })

  test('shows a text QR’s content, and transfers a customer’s QR codes and a folder', async ({ page, customers, on }) => {
    await visit(page, '/qrs?type=text')
    await expect(customers.rows).toHaveCount(1)
    await on.focusRow(customers.rows.first())
    await sequence(page, 'q c')
    await expect(on.dialog).toContainText('Hello from Greeting')
    await page.keyboard.press('Escape')

    await visit(page, '/customers/102?tab=qrs')
    await expect(customers.rows).toHaveCount(1)
    await act(page, on, 'c a', [], 'Activate all')
    await expectToast(page, /^Activated: /)
    await expect(customers.rows.locator('[data-status]')).toHaveAttribute('data-status', 'active')
    await sequence(page, 'c t')
    await on.dialog.getByRole('combobox').fill('103')
    await expect(page.getByRole('option').filter({ hasText: 'chloe.martin@example.com' })).toBeVisible()
    await page.keyboard.press('Enter')
    await on.dialog.getByRole('button', { name: 'Transfer all to #103' }).click()
    await expectToast(page, /^Transferred: /)
    await expect(page.getByText('Results not found.')).toBeVisible()

    await visit(page, '/customers/101?show=folders')
    const folders = page.getByRole('region', { name: 'Folders' })
    await folders.scrollIntoViewIfNeeded()
    await folders.getByRole('checkbox', { name: 'Select Summer', exact: true }).check()
    await folders.getByRole('button', { name: /^Transfer the folder/ }).click()
    await on.dialog.getByRole('combobox').fill('chloe.martin@example.com')
    await page.getByRole('option').filter({ hasText: '#103' }).first().click()
    await on.dialog.getByRole('button', { name: 'Transfer to #103' }).click()
    await expectToast(page, /^Folders transferred to /)
    await expect(folders.getByRole('row').filter({ hasText: 'Summer' })).toHaveCount(0)
    await expectNoError(page)
  })
})
