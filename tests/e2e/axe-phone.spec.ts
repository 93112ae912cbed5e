import { knownCustomers } from '../../demo/data/known.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const width = 390

test.use({
  storageState: signedInAs('full'),
  viewport: { width, height: 844 },
  hasTouch: true,
  isMobile: true,
  colorScheme: 'dark',
  samePage: true,
})

const lists = [
  ['/payments', '/customers/notes', '/customers/feedback', '/customers/referred', '/audit', '/security/webrisk?status=any'],
  ['/security/abuse?status=any', '/qrs', '/qrs/risk', '/qrs/infected', '/qrs/archived?uri=b', '/qrs/stats', '/qrs/uri'],
]
for (const paths of lists) {
  test(`${paths.join(', ')}: accessible, no horizontal scrolling`, async ({ page, customers }) => {
    for (const path of paths) {
      await visit(page, path)
      await expect(customers.rows.first()).toBeVisible()
      await expectAccessible(page, `${path} on a phone`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
    }
  })
}

test('list, customer and menu: accessible, no horizontal scrolling', async ({ page, customers }) => {
  await customers.open()
  await expectAccessible(page, 'customers on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page, 'menu')
  await page.keyboard.press('Escape')
  await visit(page, `/customers/${knownCustomers.unbroken.id}`)
  await customers.expectAt(knownCustomers.unbroken.id)
  await expectAccessible(page, 'customer on a phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})
