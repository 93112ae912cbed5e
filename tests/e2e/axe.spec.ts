import { knownCustomers } from '../../demo/data/known.ts'
import { ownAccounts, pendingAccount, signedInAs, signedOut } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { openFilter } from './support/filters.ts'
import { failing, HeldAnswers } from './support/held-answers.ts'
import { sequence } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const { ana } = knownCustomers

test.describe(`signed out`, () => {
  test.use({ storageState: signedOut })

  test('two-factor activation', async ({ page, signIn }) => {
    await page.goto('/login')
    await signIn.enterPassword(pendingAccount, pendingAccount.password)
    await expect(page.getByRole('img', { name: /qr/i })).toBeVisible()
    await expectAccessible(page, 'qr-code')
  })

  test('login and two-factor authentication', async ({ page, signIn }) => {
    await page.goto('/login')
    await expect(signIn.email).toBeVisible()
    await expectAccessible(page, 'login')
    await signIn.submit.click()
    await expect(signIn.message('Must be present.')).toBeVisible()
    await expectAccessible(page, 'login with errors')
    await signIn.enterPassword(ownAccounts.verification, ownAccounts.verification.password)
    await expect(signIn.boxes).toHaveCount(6)
    await expectAccessible(page, 'verification')
  })
})

test.describe(`signed in`, () => {
  test.use({ storageState: signedInAs('full'), samePage: true })

  test('customers, with filters, row focus and row menu', async ({ page, customers }) => {
    await customers.open('?status=active&country=es')
    await expectAccessible(page, 'customers')
    await sequence(page, 'j .')
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page, 'row menu')
  })

  test('a customer page, its menu and a confirmation dialog', async ({ page, customers }) => {
    await visit(page, `/customers/${ana.id}`)
    await customers.expectAt(ana.id)
    // While the page loads, there is no menu yet, and `.` opens the palette.
    await expect(page.getByRole('main').getByRole('button', { name: 'Actions' })).toBeVisible()
    await expectAccessible(page, 'customer')
    await page.keyboard.press('.')
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page, 'page menu')
    await page.keyboard.press('Escape')
    await sequence(page, 'a b')
    await expect(page.getByRole('button', { name: 'Ban', exact: true })).toBeVisible()
    await expectAccessible(page, 'confirmation')
  })

  test('deleted, hostile, long, empty and missing customers', async ({ page, customers }) => {
    const { deletedAndBanned, hostile, unbroken, empty } = knownCustomers
    for (const id of [deletedAndBanned.id, hostile.id, unbroken.id, empty.id, 987654]) {
      await visit(page, `/customers/${id}`)
      await expect(customers.heading).toBeVisible()
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await expectAccessible(page, `customer ${id}`)
    }
  })

  test('lists', async ({ page, customers }) => {
    for (const path of ['/qrs', '/payments', '/customers/notes', '/customers/feedback', '/customers/referred', '/audit']) {
      await visit(page, path)
      await expect(customers.rows.first()).toBeVisible()
      await expectAccessible(page, path)
    }
  })

  test('lists of QR codes', async ({ page, customers }) => {
    for (const path of ['/qrs/risk', '/qrs/infected', '/qrs/archived?uri=b', '/qrs/stats?period=mtd', '/qrs/uri']) {
      await visit(page, path)
      await expect(customers.nothingFound.or(customers.rows.first())).toBeVisible()
      await expectAccessible(page, path)
    }
  })

  test('the archived search without a uri', async ({ page }) => {
    await visit(page, '/qrs/archived')
    await expect(page.getByText('Search for a URI')).toBeVisible()
    await expectAccessible(page, 'archived without a uri')
  })

  test('a QR’s media, the delete confirmation, and a missing QR', async ({ page, records }) => {
    const { id } = await records.firstQr('type=menu&perPage=1')
    await visit(page, `/qrs/media/${id}`)
    const remove = page.getByRole('button', { name: /^delete (?!all)/i }).first()
    await expect(remove).toBeVisible()
    await expectAccessible(page, 'media')
    await remove.click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page, 'deletion of a file')
    await visit(page, '/qrs/media/987654321')
    await expect(page.getByRole('heading', { name: 'QR code not found' })).toBeVisible()
    await expectAccessible(page, 'no such QR')
  })

  test('a note in its dialog', async ({ page }) => {
    await visit(page, '/customers/notes')
    await page
      .getByRole('button', { name: /^see more/i })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'note')
  })

  test('payments with filters, one of them invalid', async ({ page, customers }) => {
    await visit(page, '/payments?stripeInvoiceStatus=paid&trialPlan=true&user=x')
    await expect(customers.nothingFound.or(customers.rows.first())).toBeVisible()
    await (await openFilter(page, 'Customer id')).getByLabel('Customer id').fill('12x')
    await expect(page.getByText('Must be a number.')).toBeVisible()
    await expectAccessible(page, 'payments with filters')
    for (const label of ['Country', 'Created']) {
      await openFilter(page, label)
      await expectAccessible(page, `the filter by ${label}`)
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('f')
    await page.keyboard.type('refund')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page, 'the choice among filters')
  })

  test('an empty list and the account menu', async ({ page, customers }) => {
    await visit(page, '/customers?searchTerm=nobody%40nowhere.example')
    await expect(customers.nothingFound).toBeVisible()
    await expectAccessible(page, 'empty list')
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^your account/i })
      .click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page, 'account menu')
  })

  test('the palette: empty, with results, with a failure, with a blocked command', async ({ page, customers, palette }) => {
    await failing(page, /\/api\/admin\/invoices\?/, 500)
    await customers.open(`?searchTerm=${ana.id}`)
    await palette.open()
    await expectAccessible(page, 'palette')
    await page.keyboard.type('next page')
    await expect(palette.row(/unavailable/i).first()).toBeVisible()
    await expectAccessible(page, 'palette, blocked')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(String(ana.id))
    await expect(palette.row(ana.email).first()).toBeVisible()
    await expect(palette.dialog.getByText(/failed/i).first()).toBeVisible()
    await expectAccessible(page, 'palette with results')
  })
})

/** In a page of its own, so that no earlier answer is cached. */
test.describe('failing requests', () => {
  test.use({ storageState: signedInAs('full') })

  test('a list while loading and after a failure', async ({ page, customers }) => {
    const held = await HeldAnswers.of(page, /\/api\/admin\/customers\?/)
    await page.goto('/customers')
    await held.arrived(1)
    await expect(customers.heading).toBeVisible()
    await expectAccessible(page, 'loading list')
    await held.fail(0, 500)
    await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
    await expectAccessible(page, 'failed list')
  })
})
