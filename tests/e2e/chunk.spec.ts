import type { Page } from '@playwright/test'
import { ownAccounts, signedInAs } from './support/accounts.ts'
import { expect, test } from './support/test.ts'

const day = 24 * 60 * 60 * 1000

test.describe('a chunk that is missing after a deploy', () => {
  test.use({ storageState: signedInAs('full'), ownContext: true, expectedErrors: [/dynamically imported module|module script|preload/i] })

  test('navigating after a deploy reloads the page and reaches the target', async ({ page, customers }) => {
    await page.goto('/customers')
    await expect(customers.rows.first()).toBeVisible()
    const known = await loadedScripts(page)
    // Simulates a new deployment: the page names another entry script, and the old chunks are missing until the reload.
    let isReloaded = false
    await page.route(/\/assets\/.*\.js/, (route) => {
      const isKnown = known.includes(new URL(route.request().url()).pathname)
      return isKnown || isReloaded ? route.continue() : route.fulfill({ status: 404, body: 'Not found' })
    })
    await page.route('/', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/\/assets\/index-[^"]+\.js/, '/assets/index-newer.js') })
    })
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isReloaded = true
    })
    await page.getByRole('navigation', { name: 'Main' }).locator('a[href="/payments"]').click()
    await expect(page).toHaveURL(/\/payments$/)
    await expect(customers.heading).toHaveText('Payments')
    await expect(customers.rows.first()).toBeVisible()
    expect(isReloaded).toBe(true)
  })

  test('a failed background fetch after a deploy doesn’t reload until the code is needed', async ({ page, customers, palette }) => {
    // The commands load after the first list. From here on the server has another version.
    const gone = page.waitForResponse((response) => response.status() === 404)
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1
    })
    await page.route(/\/assets\/later-.*\.js/, (route) => route.fulfill({ status: 404, body: 'Not found' }))
    await page.route('/', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/\/assets\/index-[^"]+\.js/, '/assets/index-newer.js') })
    })
    await page.goto('/customers')
    await expect(customers.rows.first()).toBeVisible()
    await gone
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(customers.rows.first()).toBeVisible()
    expect(documents).toBe(1)
    await palette.button.click()
    await expect.poll(() => documents).toBe(2)
    // The new document may still be on its way, which the end of the test would wait for.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('without a deploy an error panel appears, the rest of the console stays, and retry works', async ({ page, customers, palette }) => {
    await page.goto('/customers')
    await expect(customers.rows.first()).toBeVisible()
    const known = await loadedScripts(page)
    await page.route(/\/assets\/.*\.js/, (route) =>
      known.includes(new URL(route.request().url()).pathname) ? route.continue() : route.fulfill({ status: 404, body: 'Not found' }),
    )
    await page.getByRole('navigation', { name: 'Main' }).locator('a[href="/payments"]').click()
    const panel = page.getByRole('alert').filter({ hasText: /could not be loaded/i })
    await expect(panel).toBeVisible()
    await expect(panel.getByRole('button', { name: /retry|reload/i })).toBeVisible()
    await expect(palette.button).toBeVisible()
    await page.unroute(/\/assets\/.*\.js/)
    await panel.getByRole('button', { name: /retry|reload/i }).click()
    await expect(customers.rows.first()).toBeVisible()
  })
})

for (const [name, shift] of [
  ['ahead', day],
  ['behind', -day],
] as const) {
  test.describe(`with the clock a day ${name}`, () => {
    test.use({ storageState: signedInAs('clock'), ownContext: true })

    test('the list, paging and palette still work', async ({ page, customers, palette, records }) => {
      await page.clock.install({ time: Date.now() + shift })
      await customers.open()
      await expect(customers.rows).toHaveCount(10)
      await page.keyboard.press(']')
      await expect(page).toHaveURL(/page=2/)
      const [row] = await records.customers('perPage=1')
      await palette.openAndPaste(String(row?.email))
      await page.keyboard.press('Enter')
      await customers.expectAt(row?.id ?? 0)
    })
  })
}

test.describe('signing in with the clock a day off', () => {
  test.use({ storageState: { cookies: [], origins: [] }, ownContext: true })

  test('works, because only the server’s clock counts', async ({ page, signIn, palette }) => {
    await page.clock.install({ time: Date.now() + day })
    await page.goto('/login')
    await signIn.signIn(ownAccounts.clock)
    await expect(palette.button).toBeVisible()
  })
})

async function loadedScripts(page: Page): Promise<string[]> {
  return page.evaluate(() => performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname))
}
