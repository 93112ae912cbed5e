import type { Locator, Page } from '@playwright/test'
import { knownCustomers } from '../../demo/data/known.ts'
import { formatDate, startOfDay } from '../../src/contract/dates.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence, tabOpenedBy } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const { ana } = knownCustomers
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function open(page: Page, name: string): Promise<Locator> {
  await visit(page, `/customers/${ana.id}`)
  await page.getByRole('tab', { name: 'More' }).click()
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  const found = panel(page, name)
  await found.scrollIntoViewIfNeeded()
  await expect(found.getByRole('table')).toBeVisible()
  return found
}

/** Types a date range into a picker. */
async function chooseDates(page: Page, within: Locator, first: string, last: string) {
  await within.getByRole('button', { name: /^Dates/ }).click()
  const dialog = page.getByRole('dialog', { name: /^dates/i })
  const [from, to] = [dialog.getByRole('textbox').first(), dialog.getByRole('textbox').nth(1)]
  await from.fill(formatDate(startOfDay(first)))
  await to.fill(formatDate(startOfDay(last)))
  await to.press('Enter')
}

test.use({ storageState: signedInAs('support'), samePage: true })

// [R37 invited account] [2.2 invited login]
test('logs in as an invited user by mouse and by shortcut', async ({ page }) => {
  const invitations = await open(page, 'Invitations')
  const accepted = invitations.getByRole('row', { name: /accepted #\d+/ }).first()
  const actions = accepted.getByRole('button', { name: /^Actions/ })
  await actions.click()
  const logIn = page.getByRole('menuitem', { name: /^Log in to the app as the invited user/ })
  const confirm = page.getByRole('button', { name: 'Log in', exact: true })
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await logIn.click()
  await reason.fill('Ticket 41')
  expect(await tabOpenedBy(page, () => confirm.click())).toMatch(/token=/)
  // The menu returned the focus while the new tab was in front, so focus again.
  await accepted.getByRole('link').focus()
  await page.keyboard.press('Tab')
  await expect(actions).toBeFocused()
  await sequence(page, 'i l')
  await expect(page.getByRole('radio', { name: 'Look only' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(reason).toBeFocused()
  await page.keyboard.type('Ticket 42')
  expect(await tabOpenedBy(page, () => page.keyboard.press('Enter'))).toMatch(/token=/)
})

test('events: ten per page, filtered by date [2.2 event paging]', async ({ page }) => {
  const events = await open(page, 'Events')
  await expect(events.locator('tbody').getByRole('row')).toHaveCount(10)
  await events.getByRole('button', { name: 'Next page' }).click()
  await expect(events.getByText(/^11–20 of /)).toBeVisible()
  await chooseDates(page, events, '2022-06-01', '2022-06-02')
  await expect(events.getByText('No event in these days.')).toBeVisible()
  await events.getByRole('button', { name: 'Clear the dates' }).click()
  await expect(events.locator('tbody').getByRole('row')).toHaveCount(10)
})

test(`the panels are accessible [2.2 customer panels]`, async ({ page }) => {
  const invitations = await open(page, 'Invitations')
  for (const name of ['Email activity', 'Events', 'API calls']) {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
    await expect(panel(page, name).getByRole('table')).toBeVisible()
    await expectAccessible(page, `${name} of a customer`)
  }
  await page.getByRole('tab', { name: /^Invitations/ }).click()
  await invitations
    .getByRole('button', { name: /^Actions/ })
    .first()
    .focus()
  await sequence(page, 'i d')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, 'the question before an invitation is deleted')
})
