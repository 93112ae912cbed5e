import { knownCustomers } from '../../demo/data/known.ts'
import { statusWords } from '../../src/contract/status-words.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { paste } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

const { ana, sepa, trialing } = knownCustomers

test('three identifiers among other lines: Enter opens the first, and j goes to the next', async ({ page, customers, palette }) => {
  await customers.open()
  await palette.open()
  await paste(page, `${ana.email}\n#${sepa.id}\nnobody@nowhere.example\nsomebody else\n${trialing.email}`)
  await expect(palette.input).toHaveValue(`${ana.email}; #${sepa.id}; nobody@nowhere.example; somebody else; ${trialing.email}`)
  await expect(palette.dialog.getByText('3 of 4 found, 1 not recognised')).toBeVisible()
  await expect(palette.row('nobody@nowhere.example')).toContainText('not found')
  await expect(palette.row('somebody else')).toContainText('not recognised')
  await expect(palette.chosen).toContainText('Go through these 3 records')
  await expectAccessible(page, 'several identifiers')
  await page.keyboard.press('Enter')
  await customers.expectAt(ana.id)
  await page.keyboard.press('j')
  await customers.expectAt(sepa.id)
})

test('the preview shows the key facts, and Tab leads to a ban with the name in its confirmation', async ({
  page,
  customers,
  palette,
  records,
}) => {
  const customer = await records.changeable('palette')
  await customers.open()
  await palette.openAndPaste(customer.email)
  const preview = palette.dialog.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading')).toContainText(customer.fullName)
  await expect(preview.getByTitle(statusWords(customer.status))).toBeVisible()
  await expect(preview.getByText('Last payment', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the palette with a preview')

  await page.keyboard.press('Tab')
  await expect(palette.dialog.getByRole('heading', { name: `Act on ${customer.fullName}` })).toBeVisible()
  await expect(palette.row('Ban')).toBeVisible()
  await expectAccessible(page, 'the actions of a record in the palette')
  await page.keyboard.type('ban')
  await expect(palette.chosen).toContainText(`Ban ${customer.fullName}`)
  await page.keyboard.press('Enter')
  await palette.expectClosed()
  const confirmation = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(confirmation.getByRole('heading', { name: `Ban ${customer.fullName}?` })).toBeVisible()
  await confirmation.getByRole('button', { name: /^Ban/ }).click()
  await expect.poll(async () => (await records.customer(customer.id)).banned).toBe(true)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the palette is a bottom sheet with its input below the results', async ({ page, palette }) => {
    await visit(page, '/customers')
    await palette.open()
    await paste(page, ana.email)
    await expect(palette.chosen).toContainText('Ana Ruiz')
    await expectAccessible(page, 'the palette on a phone')
    const sheet = await palette.dialog.boundingBox()
    const input = await palette.input.boundingBox()
    const row = await palette.chosen.boundingBox()
    expect(sheet && [Math.round(sheet.x), Math.round(sheet.width), Math.round(sheet.y + sheet.height)]).toEqual([0, 390, 844])
    expect(input && row && input.y > row.y && input.y + input.height <= 844).toBe(true)
    expect(row?.height).toBeGreaterThanOrEqual(44)
    expect((await palette.dialog.getByRole('button').first().boundingBox())?.height).toBeGreaterThanOrEqual(44)

    await palette.chosen.locator('[data-act-on]').click()
    await expect(palette.dialog.getByRole('heading', { name: /^Act on Ana Ruiz/ })).toBeVisible()
    await expect(palette.input).toBeFocused()
  })

  test('a command on a found record stands beside its icon, in line with other rows, with its reason in full below', async ({
    page,
    palette,
  }) => {
    await visit(page, '/customers')
    await palette.openAndPaste(`extend trial ${ana.email}`)
    await expect(palette.chosen).toContainText('Ana Ruiz · Extend trial')
    const places = await palette.chosen.evaluate((row) =>
      [...row.children].map((part) => {
        const range = document.createRange()
        range.selectNodeContents(part)
        const [line] = range.getClientRects()
        const { right, height } = part.getBoundingClientRect()
        const isCut = part.scrollWidth > part.clientWidth
        return { left: line?.left ?? 0, top: line?.top ?? 0, bottom: line?.bottom ?? 0, right, height, isCut }
      }),
    )
    const [icon, text, reason] = places
    if (!icon || !text || !reason) throw new Error('a part of the row is missing')
    expect(Math.abs((icon.top + icon.bottom) / 2 - (text.top + text.bottom) / 2)).toBeLessThan(3)
    expect(text.left).toBeGreaterThanOrEqual(icon.right)
    expect(reason.left).toBeCloseTo(text.left, 0)
    expect(reason.top).toBeGreaterThan(text.bottom)
    expect(reason.isCut).toBe(false)
    await expect(palette.chosen).toContainText('A trial can be extended while it runs')

    await palette.input.fill('go to')
    const other = await palette.row(/./).first().locator('> :nth-child(2)').boundingBox()
    expect(text.left).toBeCloseTo(other?.x ?? 0, 0)
  })
})
