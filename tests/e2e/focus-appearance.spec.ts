import { signedInAs } from './support/accounts.ts'
import { openAtRest } from './support/every-view.ts'
import { ringOf } from './support/focus-ring.ts'
import { blockLive } from './support/layout-shifts.ts'
import { expect, test } from './support/test.ts'

test.use({ storageState: signedInAs('full') })

/** A ring inside the box is a little shorter than the box. */
const enough = 0.85

for (const colorScheme of ['light', 'dark'] as const)
  test(`whatever Tab reaches shows the focus by a ring of two pixels and 3:1: ${colorScheme}`, async ({ page, context }) => {
    await page.emulateMedia({ colorScheme })
    await blockLive(page)
    const drawing = await context.newPage()
    const weak = new Set<string>()
    for (const path of ['/customers', '/customers/1', '/general']) {
      await openAtRest(page, path)
      await page.getByRole('main').getByRole('heading', { level: 1 }).focus()
      for (let stop = 0; stop < 8; stop += 1) {
        await page.keyboard.press('Tab')
        const { name, share } = await ringOf(page, drawing)
        if (share < enough) weak.add(`${path}: ${name} (${share.toFixed(2)})`)
      }
    }
    expect([...weak]).toEqual([])
  })
