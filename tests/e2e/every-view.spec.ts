import { signedInAs } from './support/accounts.ts'
import { everyView, openAtRest, phoneViews, tableFaults } from './support/every-view.ts'
import { pickFilter } from './support/filters.ts'
import { movedParts, watchShifts } from './support/layout-shifts.ts'
import { inParts } from './support/parts.ts'
import { expect, test } from './support/test.ts'

test.use({ storageState: signedInAs('full'), viewport: { width: 1440, height: 900 } })
// Each part can run on another lane.
test.describe.configure({ mode: 'parallel' })

test.describe('from the first file on', () => {
  // With an empty cache: each file arrives late in the first view that needs it.
  test.use({ ownContext: true })

  for (const [part, paths] of inParts(everyView, 2))
    test(`nothing moves in any view; lists end where the page ends, and cut no text while a column has room: ${part}`, async ({ page }) => {
      await watchShifts(page)
      const moved: Record<string, string[]> = {}
      const faults: Record<string, unknown> = {}
      let ends = 0
      for (const path of paths) {
        await openAtRest(page, path)
        const parts = await movedParts(page)
        if (parts.length > 0) moved[path] = parts
        const list = await tableFaults(page)
        if (!list) continue
        ends += 1
        const isEven = list.edges.every((edge) => edge === list.pageEnd)
        if (!isEven || list.cutBesideRoom.length > 0) faults[path] = list
      }
      expect(moved).toEqual({})
      expect(faults).toEqual({})
      expect(ends).toBeGreaterThan(4)
    })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

    test('nothing moves in any kind of view', async ({ page }) => {
      await watchShifts(page)
      const moved: Record<string, string[]> = {}
      for (const path of phoneViews) {
        await openAtRest(page, path)
        const parts = await movedParts(page)
        if (parts.length > 0) moved[path] = parts
      }
      expect(moved).toEqual({})
    })
  })
})

test('the whole menu is in view', async ({ page }) => {
  await watchShifts(page)
  await openAtRest(page, '/customers')
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  for (const link of [links.first(), links.last()]) await expect(link).toBeInViewport({ ratio: 1 })
})

test('many filters take no second line', async ({ page }) => {
  await watchShifts(page)
  const heights = new Set<number | undefined>()
  for (const filters of [
    '',
    '?status=active',
    '?status=active&country=es&trialPlan=true',
    '?status=active&country=es&trialPlan=true&planName=Pro',
  ]) {
    await openAtRest(page, `/customers${filters}`)
    heights.add((await page.getByRole('search').boundingBox())?.height)
  }
  expect([...heights]).toHaveLength(1)
})

test('a filter, a message, a selection and a tab leave everything else where it is', async ({ page, customers }) => {
  await watchShifts(page)
  await openAtRest(page, '/customers?status=any')
  const heading = page.getByRole('heading', { level: 1 })
  const search = page.getByRole('search')
  const table = page.getByRole('table', { name: 'Customers' })
  const topsOf = async () =>
    (await Promise.all([heading, search, table].map((one) => one.boundingBox()))).map((box) => [box?.x, box?.y, box?.width])
  const places = await topsOf()

  await pickFilter(page, 'Country', 'Spain')
  await expect(page).toHaveURL(/country=es/)
  await expect(table).toHaveAttribute('aria-busy', 'false')
  expect(await topsOf()).toEqual(places)

  const box = await table.boundingBox()
  await customers.rows.first().focus()
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Selected rows' })).toBeVisible()
  expect(await table.boundingBox()).toEqual(box)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('Escape')

  await openAtRest(page, '/customers/1')
  const tabs = page.getByRole('tablist', { name: 'About the customer' })
  const tabPlaces = async () =>
    (await Promise.all([heading, ...(await tabs.getByRole('tab').all())].map((one) => one.boundingBox()))).map((at) => [at?.x, at?.y])
  const before = await tabPlaces()
  await page.getByRole('button', { name: 'Copy email', exact: true }).click()
  await expect(page.getByText(/copied/i).first()).toBeVisible()
  expect(await tabPlaces()).toEqual(before)
  for (const name of ['Payments', 'Invoices', 'QRs', 'More', 'Info']) {
    await tabs.getByRole('tab', { name }).click()
    await expect(tabs.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    expect((await tabPlaces()).map(([, y]) => y)).toEqual(before.map(([, y]) => y))
  }
})
