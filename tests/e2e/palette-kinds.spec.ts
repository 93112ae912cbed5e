import { knownCustomers } from '../../demo/data/known.ts'
import { signedInAs } from './support/accounts.ts'
import { tabOpenedBy } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

const ana = knownCustomers.ana

test('finds customers by part of a name, and opens the selected one in a new tab', async ({ page, customers, palette, records }) => {
  const customer = await records.customer(ana.id)
  await customers.open()
  await palette.openAndPaste(customer.lastName)
  await expect(palette.row(ana.email)).toBeVisible()
  for (let moves = 0; moves < 50 && !(await palette.chosen.innerText()).includes(ana.email); moves++) await page.keyboard.press('ArrowDown')
  expect(await tabOpenedBy(page, () => page.keyboard.press('Control+Enter'))).toBe(`/customers/${ana.id}`)
})
