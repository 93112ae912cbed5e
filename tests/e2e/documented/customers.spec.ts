import { sequence, tabOpenedBy } from '../support/keyboard.ts'
import { visit } from '../support/visit.ts'
import { act, expect, expectNoError, expectToast, fact, test } from './support.ts'

// [R56 documented replies]
test('finds a customer by the email in a ticket, then bans and unbans them', async ({ page, palette, customers, on }) => {
  await customers.open()
  await expect(customers.rows).not.toHaveCount(0)
  await palette.openAndPaste('ana.ruiz@example.com')
  await expect(palette.chosen).toContainText('Ana Ruiz')
  await expect(palette.chosen).toContainText('exact email')
  await page.keyboard.press('Enter')
  await customers.expectAt(101)
  await expect(customers.heading).toContainText('Ana Ruiz')
  await expect(fact(page, 'Subscription status')).toHaveText('active')
  await expect(fact(page, 'Account status')).toHaveText('active')
  await expect(fact(page, 'Signup source')).toHaveText('Google')

  await act(page, on, 'a b', [], 'Ban')
  await expectToast(page, 'Ana Ruiz is banned.')
  await expect(fact(page, 'Account status')).toHaveText('banned')
  await page.keyboard.press('Control+z')
  await sequence(page, 'Shift+Z')
  await expect(on.dialog).toHaveCount(0)
  await page.reload()
  await expect(fact(page, 'Account status')).toHaveText('banned')
  await act(page, on, 'a b', [], 'Unban')
  await expectToast(page, 'Ana Ruiz is no longer banned.')
  await expect(fact(page, 'Account status')).toHaveText('active')
})

test('writes, keeps, lists and deletes a note; edits limits, and rejects an email already in use', async ({ page, on, expectedErrors }) => {
  expectedErrors.push(/status of 409/)
  await on.openCustomer(101)
  const note = page.getByRole('region', { name: 'Note' })
  await expect(note).toContainText('There is no note on this customer.')
  await sequence(page, 'n')
  await note.getByRole('textbox', { name: 'Note' }).fill('Call back on Monday.')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, 'Note on Ana Ruiz saved.')
  await expect(note).toContainText('Call back on Monday.')

  await sequence(page, 'e')
  await page.getByRole('main').getByRole('textbox', { name: 'QR code limit', exact: true }).fill('5000')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, /saved/)
  await expect(fact(page, 'QR codes')).toHaveText(/^5.?000$/)
  await sequence(page, 'e')
  await page.getByRole('main').getByRole('textbox', { name: 'Email', exact: true }).fill('bruno.costa@example.com')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Email already exists.').first()).toBeVisible()

  await visit(page, '/customers/notes')
  await expect(page.getByRole('main').locator('tbody tr').first()).toContainText('Call back on Monday.')
  await expect(page.getByRole('main').locator('tbody tr')).toHaveCount(2)
  await on.openCustomer(101)
  await expect(note).toContainText('Call back on Monday.')
  await expect(fact(page, 'QR codes')).toHaveText(/^5.?000$/)
  await act(page, on, 'a n', [], 'Delete')
  await expectToast(page, 'Note deleted: Ana Ruiz.')
  await expect(note).toContainText('There is no note on this customer.')
})

test('changes subscription, discount, whitelist and sign-in methods, and shows each change', async ({ page, on }) => {
  await page.context().route(/stripe\.com|app\.example\.com/, (route) => route.fulfill({ body: 'elsewhere' }))
  await on.openCustomer(101)
  for (const { keys, answers = [], confirm, toast, field, value } of [
    {
      keys: 's c',
      confirm: 'Cancel at period end',
      toast: 'Subscription canceled: Ana Ruiz.',
      field: 'Cancel at period end',
      value: 'Yes',
    },
    { keys: 's r', confirm: 'Resume', toast: 'Subscription resumed: Ana Ruiz.', field: 'Cancel at period end', value: 'No' },
    {
      keys: 's c',
      confirm: 'Cancel at period end',
      toast: 'Subscription canceled: Ana Ruiz.',
      field: 'Cancel at period end',
      value: 'Yes',
    },
    {
      keys: 's i',
      confirm: 'Cancel immediately',
      toast: 'Subscription canceled immediately: Ana Ruiz.',
      field: 'Subscription status',
      value: 'canceled',
    },
    {
      keys: 's d',
      answers: [{ choose: '20 % –' }],
      confirm: 'Attach 20 %',
      toast: 'Discount of 20 % attached: Ana Ruiz.',
      field: 'Discount',
      value: '20 %',
    },
    { keys: 's x', confirm: 'Remove discount', toast: 'Discount removed: Ana Ruiz.', field: 'Discount', value: '—' },
    {
      keys: 's t',
      answers: [{ field: 'Days', type: '14' }],
      confirm: 'Extend by 14 days',
      toast: 'Trial extended: Ana Ruiz',
      field: 'Subscription status',
      value: 'trialing',
    },
    { keys: 'a w', confirm: 'Add', toast: 'Added to the whitelist: Ana Ruiz.', field: 'Whitelisted', value: 'Yes' },
    { keys: 'a w', confirm: 'Remove', toast: 'Removed from the whitelist: Ana Ruiz.', field: 'Whitelisted', value: 'No' },
    { keys: 'a t', confirm: 'Disable', toast: 'Two-factor authentication disabled: Ana Ruiz.', field: 'Two-factor', value: 'Off' },
    {
      keys: 'a o',
      answers: [{ choose: 'Google' }],
      confirm: 'Reset Google',
      toast: 'OAuth reset (Google): Ana Ruiz.',
      field: 'Signup source',
      value: 'Email',
    },
  ]) {
    await test.step(toast, async () => {
      await act(page, on, keys, answers, confirm)
      await expectToast(page, toast)
      await expect(fact(page, field)).toHaveText(value)
    })
  }
  expect(await tabOpenedBy(page, () => sequence(page, 's s'))).toContain('/customers/cus_stand101')
  await expectToast(page, 'Synced with the payment provider: Ana Ruiz.')
  expect(await tabOpenedBy(page, () => act(page, on, 'a l', [], 'Log in'))).toContain('/app/my-qr-codes')

  await on.openCustomer(109)
  await act(page, on, 'a u', [], 'Unarchive')
  await expectToast(page, 'QR codes unarchived: Iris Jansen.')
  await expect(fact(page, 'Archived')).toHaveText('No')
  await on.openCustomer(110)
  await act(page, on, 'a r', [], 'Restore')
  await expectToast(page, 'Account restored: Jonas Weber.')
  await expect(fact(page, 'Subscription status')).toHaveText('canceled')
})

test('customer panels: checks domains, deletes an invitation, and shows data in the others', async ({ page, on, customers }) => {
  await on.openCustomer(101)
  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  await page.getByRole('tab', { name: 'More' }).click()
  const chosen = async (name: string) => {
    await page.getByRole('tab', { name, exact: true }).click()
    return panel(name)
  }
  const domains = await chosen('Domains')
  const row = (hostname: string) => domains.getByRole('row').filter({ hasText: hostname })
  await expect(row('qr.example.com').getByLabel('Not checked yet')).toHaveCount(2)
  await domains.getByRole('button', { name: 'Validate qr.example.com' }).click()
  await expect(row('qr.example.com').getByLabel('Right', { exact: true })).toHaveCount(2)
  await domains.getByRole('button', { name: 'Validate go.example.com' }).click()
  await expect(row('go.example.com').getByLabel('Right', { exact: true })).toHaveCount(1)
  await expect(row('go.example.com').getByLabel('Missing or wrong')).toHaveCount(1)
  await expect(page.getByText('Request error')).toHaveCount(0)

  const invitations = await chosen('Invitations')
  await invitations
    .getByRole('row', { name: /oscar@example\.com/ })
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: /^Delete the invitation/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes', exact: true }).click()
  await expectToast(page, /^Invitation removed: /)
  await expect(invitations.locator('tbody tr')).toHaveCount(1)
  for (const [name, text] of [
    ['Folders', 'Summer'],
    ['API calls', '/v1/qrs'],
    ['Email activity', 'Your invoice'],
    ['Events', 'Login'],
    ['Web risk', 'phishing'],
    ['Referred customers', 'Liam Ward'],
  ] as const) {
    await expect(await chosen(name)).toContainText(text)
  }
  for (const name of ['Timeline', 'Billing data']) await expect(panel(name)).toHaveCount(0)
  await expectNoError(page)

  await sequence(page, 't v')
  await expect(customers.rows.first().getByRole('link', { name: /View the PDF/ })).toBeVisible()
  await sequence(page, 't q')
  await expect(customers.rows.first()).toContainText('sol-prize')
})

/** They change nothing that the others look at, so what is still cached is right. */
test.describe('with unchanged data', () => {
  test.use({ samePage: true })

  test('the palette finds records by other identifiers in a ticket', async ({ page, palette, customers, expectedErrors }) => {
    // Numbers are looked up as every kind of record, so some look-ups are 404.
    expectedErrors.push(/status of 404/)
    await customers.open()
    for (const [pasted, line, url] of [
      ['102', 'Bruno Costa', /\/customers\/102$/],
      ['cus_stand103', 'Chloe Martin', /\/customers\/103$/],
      ['sol-menu', 'Menu', /\/(qrs|customers\/101)\?/],
      ['https://qr.example.com/costa-poster', 'Poster', /\/(qrs|customers\/102)\?/],
      ['Emma Schmidt', 'Emma Schmidt', /\/customers\/105$/],
    ] as const) {
      await test.step(pasted, async () => {
        await palette.openAndPaste(pasted)
        await palette.row(line).first().click()
        await expect(page).toHaveURL(url)
      })
    }
  })

  test('each listed customer has a name and status, which their page shows too', async ({ page, customers }) => {
    const known = [
      ['Liam Ward', 'canceled'],
      ['Karin Holm', 'active'],
      ['Jonas Weber', 'soft_deleted'],
      ['Iris Jansen', 'trial_ended'],
      ['Hugo Berg', 'trialing'],
      ['Giulia Rossi', 'requires_action'],
      ['Fiona Byrne', 'active_canceled'],
      ['Emma Schmidt', 'canceledByUnpaid'],
      ['David Novak', 'canceledByDispute'],
      ['Chloe Martin', 'canceledByEarlyFraud'],
      ['Bruno Costa', 'canceledByUser'],
      ['Ana Ruiz — Café Sol', 'active'],
    ] as const
    await customers.open('?perPage=20')
    await expect(customers.rows).toHaveCount(12)
    for (const [index, [name, status]] of known.entries()) {
      await expect(customers.rows.nth(index)).toContainText(name)
      await expect(customers.rows.nth(index).locator('[data-status]')).toHaveAttribute('data-status', status)
    }
    // The page derives the status by itself, here from another that the API says.
    await customers.row('Liam Ward').getByRole('link', { name: 'Liam Ward', exact: true }).click()
    await customers.expectAt(112)
    await expect(customers.heading).toContainText('Liam Ward')
    await expect(customers.heading).toContainText('canceled')
    await page.keyboard.press('j')
    await customers.expectAt(111)
    await expect(customers.heading).toContainText('Karin Holm')
    await expect(customers.heading).toContainText('active')
    await expectNoError(page)
  })

  test('customer lists: search, filters, suggestions; also feedback, referred customers and domains', async ({ page, customers }) => {
    await customers.open('?searchTerm=bruno.costa%40example.com')
    await expect(customers.rows).toHaveCount(1)
    await customers.open('?searchTerm=costa&exactSearch=false&sort=email')
    await expect(customers.rows).toHaveCount(1)
    // Suggestions close once the table shows the same rows, so the table's request stays unanswered here.
    const ofTable = /\/customers\?.*sort=/
    await page.route(ofTable, () => undefined)
    await customers.search.fill('ana')
    await expect(page.getByRole('option').filter({ hasText: 'Ana Ruiz' })).toBeVisible()
    await page.unroute(ofTable)
    await customers.open('?status=canceledByUser&country=pt')
    await expect(customers.rows).toHaveCount(1)
    await customers.open('?trialPlan=true')
    await expect(customers.rows).toHaveCount(1)
    await customers.open('?isReferred=true')
    await expect(customers.rows).toHaveCount(1)
    await visit(page, '/customers/feedback')
    await expect(customers.rows).toHaveCount(2)
    await page.getByRole('button', { name: /^See more/ }).click()
    await expect(page.getByRole('dialog')).toContainText('Too many emails.')
    await page.keyboard.press('Escape')
    await visit(page, '/customers/referred')
    await expect(customers.rows).toHaveCount(1)
    await expect(customers.rows).toContainText('Liam Ward')
    await visit(page, '/customers/domains?status=active')
    await expect(customers.rows).toHaveCount(1)
    await customers.heading.focus()
    await sequence(page, 'j d v')
    await expectToast(page, 'Checked qr.example.com: CNAME right, TXT right.')
    await page.getByRole('button', { name: 'Hostname' }).click()
    await expect(page).toHaveURL(/sort=hostname/)
    await expect(customers.rows).toHaveCount(1)
    await expectNoError(page)
  })
})

test.describe('with role 2', () => {
  test.use({ who: 'support' })

  test('shows the whole customer page, runs an action, and requests nothing reserved for role 1', async ({ page, customers, on }) => {
    await page.goto('/general')
    await expect(page).toHaveURL(/\/customers$/)
    await expect(customers.rows.first()).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Main' })
    for (const path of ['/general', '/payments', '/users', '/sales', '/security/webrisk', '/api-calls', '/qrs/risk', '/audit'])
      await expect(menu.locator(`a[href="${path}"]`)).toHaveCount(0)
    await on.openCustomer(101)
    await act(page, on, 'a b', [], 'Ban')
    await expectToast(page, 'Ana Ruiz is banned.')
    await expect(fact(page, 'Account status')).toHaveText('banned')
    await page.getByRole('tab', { name: 'More' }).click()
    for (const name of ['API calls', 'Web risk']) {
      await page.getByRole('tab', { name, exact: true }).click()
      await expect(page.getByRole('region', { name, exact: true }).locator('tbody tr')).toHaveCount(1)
    }
    await expectNoError(page)
  })
})
