import { signedInAs } from './support/accounts.ts'
import { expectMuchContrast } from './support/axe.ts'
import { everyView } from './support/every-view.ts'
import { sequence } from './support/keyboard.ts'
import { inParts } from './support/parts.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full') })
test.describe.configure({ mode: 'parallel' })

test.beforeEach(({ page }) => page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' }))

for (const [part, paths] of inParts(everyView, 2))
  test(`all text of every view has a contrast of 7:1 for those who want more, light and dark: ${part}`, async ({ page }) => {
    test.setTimeout(120_000)
    for (const path of paths) {
      await visit(page, path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await expectMuchContrast(page, path)
    }
  })

test('and so have the palette, a menu and a question', async ({ page, palette }) => {
  await visit(page, '/customers/1')
  await expect(page.getByRole('region', { name: 'Subscription' })).toBeVisible()
  await palette.openAndPaste('refund 5')
  await expect(palette.row(/Refund/).first()).toBeVisible()
  await expectMuchContrast(page, 'palette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('.')
  await expect(page.getByRole('menu')).toBeVisible()
  await expectMuchContrast(page, 'menu')
  await page.keyboard.press('Escape')
  await sequence(page, 's i')
  await sequence(page, 'a b')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectMuchContrast(page, 'question')
})
