import { sequence } from '../support/keyboard.ts'
import { visit } from '../support/visit.ts'
import { expect, expectNoError, expectToast, openFromMenu, test } from './support.ts'

// No test looks at what another changes, so what is still cached is right.
test.use({ samePage: true })

test('blocked and allowed domains: adds, edits and removes them, and rejects a duplicate', async ({
  page,
  customers,
  on,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/)
  await visit(page, '/security/domain-blacklist')
  await expect(customers.rows).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Check a domain' })).toHaveCount(0)
  const domain = on.dialog.getByLabel('Domain', { exact: true })
  await sequence(page, 'd a')
  await domain.fill('bank.example.org')
  await on.confirm('Add')
  await expectToast(page, 'Blocked: bank.example.org')
  await expect(customers.rows).toHaveCount(3)
  await sequence(page, 'd a')
  await domain.fill('bank.example.org')
  await on.confirm('Add')
  await expect(page.getByText('The domain is already blacklisted').first()).toBeVisible()
  await expect(on.dialog).toHaveCount(0)

  await on.focusRow(customers.row('bank.example.org'))
  await sequence(page, 'd e')
  await domain.fill('*.bank.example.org')
  await page.keyboard.press('Enter')
  await expect(on.dialog).toHaveCount(0)
  await expect(customers.row('*.bank.example.org')).toHaveCount(1)
  await on.focusRow(customers.row('*.bank.example.org'))
  await sequence(page, 'd d')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, remove' }).click()
  await expectToast(page, 'Removed: *.bank.example.org')
  await expect(customers.rows).toHaveCount(2)

  await openFromMenu(page, '/security/domain-whitelist')
  await expect(customers.rows).toHaveCount(1)
  await sequence(page, 'd a')
  await domain.fill('friend.example.org')
  await on.confirm('Add')
  await expectToast(page, 'Allowed: friend.example.org')
  await expect(customers.rows).toHaveCount(2)
  await expectNoError(page)
})

test('web risk and abuse: sets statuses, blocks a QR, shows the logs', async ({ page, customers, on }) => {
  await visit(page, '/security/webrisk')
  await expect(customers.rows).toHaveCount(1)
  await expect(customers.rows.first()).toContainText('prize.example.net')
  await on.focusRow(customers.rows.first())
  await sequence(page, 'w 3')
  await expectToast(page, /^Status changed: .+ is unknown\./)
  await expect(customers.nothingFound).toBeVisible()
  await visit(page, '/security/webrisk?status=any')
  await expect(customers.rows).toHaveCount(2)
  await on.focusRow(customers.row('menu.example.org'))
  await sequence(page, 'w b')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expectToast(page, /^QR code blocked: /)
  await sequence(page, 'w c')
  await expect(page.getByText(/^Checked: /)).toHaveCount(0)

  await openFromMenu(page, '/security/webrisk-logs')
  await expect(customers.rows).toHaveCount(2)
  await expect(customers.row('menu.example.org')).toHaveCount(1)
  await openFromMenu(page, '/security/abuse')
  await expect(customers.rows).toHaveCount(1)
  await page.getByRole('button', { name: /^See more/ }).click()
  await expect(on.dialog).toContainText('It asks for card data. It asks')
  await page.keyboard.press('Escape')
  await on.focusRow(customers.rows.first())
  await sequence(page, 'r 2')
  await expectToast(page, /^Status changed: .+ is finished\./)
  await expect(customers.nothingFound).toBeVisible()
  await openFromMenu(page, '/qrs')
  await expect(customers.row('Poster').locator('[data-status]')).toHaveAttribute('data-status', 'blocked')
  await expectNoError(page)
})

test('API calls: the list, its filters, and full calls with different kinds of body', async ({ page, customers }) => {
  await visit(page, '/api-calls')
  await expect(customers.rows).toHaveCount(2)
  await visit(page, '/api-calls?method=POST&statusCode=422&owner=102')
  await expect(customers.rows).toHaveCount(1)
  await visit(page, '/api-calls/9001')
  await expect(page.getByRole('main')).toContainText('/v1/qrs?page=2')
  await expect(page.getByRole('main')).toContainText('41 ms')
  await expect(page.getByRole('main')).toContainText('content-type')
  await visit(page, '/api-calls/9002')
  await expect(page.getByRole('main')).toContainText('uri is taken')
  await expectNoError(page)
})
