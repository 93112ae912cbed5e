import { knownCustomers } from '../../demo/data/known.ts'
import { ownAccounts, signedInAs } from './support/accounts.ts'
import { expect, test } from './support/test.ts'

test.use({ storageState: signedInAs('link') })

const { trialing } = knownCustomers

// [R4 link to a command]
test('a command link survives sign-in, fills in its arguments, leaves the URL clean, and runs nothing', async ({
  page,
  context,
  customers,
  palette,
  records,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/customers/${trialing.id}`)
  await customers.expectAt(trialing.id)
  const before = await records.customer(trialing.id)
  await palette.openAndPaste('extend trial 7')
  await expect(palette.chosen).toContainText('Extend trial — 7 days')
  await page.keyboard.press('Enter')
  // The action is final, so a second press of the Enter that chose it must not confirm it.
  await expect(page.getByRole('button', { name: 'Extend by 7 days' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Extend by 7 days' })).not.toBeFocused()
  await page.keyboard.press('Control+;')
  await expect(page.getByText('Copied the link.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  await context.clearCookies()
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page).toHaveURL(/\/login\?origin=/)
  await signIn.signIn(ownAccounts.link)
  await expect(page.getByText('Opened by a link. Nothing has been done yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Extend by 7 days' })).toBeVisible()
  await expect(page).toHaveURL(`/customers/${trialing.id}`)
  // An Enter that was meant for the previous page.
  await page.keyboard.press('Enter')
  await expect(page.getByText('Opened by a link. Nothing has been done yet.')).toBeVisible()

  await page.reload()
  await customers.expectAt(trialing.id)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await records.customer(trialing.id)).toEqual(before)
})
