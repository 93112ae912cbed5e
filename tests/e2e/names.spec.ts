import type { Locator, Page } from '@playwright/test'
import { knownCustomers } from '../../demo/data/known.ts'
import { navigationCommands } from '../../src/commands/navigation.ts'
import { signedInAs } from './support/accounts.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const { ana } = knownCustomers

/** Parts that need no name of their own. */
const exceptions = [
  { what: 'tbody', why: 'a row is found as a record, and has its menu and keys' },
  { what: 'thead', why: 'sorting: the columns are named in the list’s own panel' },
  { what: 'form button', why: 'Tab and Enter lead there from the form, which has a name' },
  { what: ':disabled', why: 'it does nothing' },
]

/** The name of each heading, tab, form and button that is visible on the page. */
function namesOnPage(page: Page): Promise<string[]> {
  return page.evaluate((excepted) => {
    const named = [...document.querySelectorAll<HTMLElement>('#main :is(h2, h3, [role=tab], form[aria-label], button, summary)')]
    const names = named
      .filter((element) => element.getClientRects().length > 0 && !element.closest(excepted) && !element.closest('[aria-hidden=true]'))
      .map((element) => (element.getAttribute('aria-label') ?? element.innerText).replace(/\s+/g, ' ').trim())
    return [...new Set(names)]
  }, exceptions.map(({ what }) => what).join())
}

/** Runs in the page: types each name into the open palette, in a hundredth of a person's time. Returns those without a row in two seconds. */
async function lackingInPalette(names: readonly string[]): Promise<string[]> {
  const input = document.activeElement as HTMLInputElement
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  const plain = (text: string) => text.replace(/\s+/g, ' ').toLowerCase()
  const rows = () => [...document.querySelectorAll<HTMLElement>('[role=dialog] [role=option]')].map((row) => plain(row.textContent))
  const lacking: string[] = []
  for (const name of names) {
    setValue?.call(input, name)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    const end = performance.now() + 2000
    const isFound = () => rows().some((row) => row.includes(plain(name)))
    // At least one frame, so that the rows are those of this name.
    do await new Promise(requestAnimationFrame)
    while (!isFound() && performance.now() < end)
    if (!isFound()) lacking.push(name)
  }
  return lacking
}

/** Waits until nothing on the page is loading. */
async function loaded(page: Page): Promise<void> {
  await expect(page.locator('#main h1')).toBeVisible()
  await expect(page.locator('#main :is([aria-busy=true], [class*=skeleton], [role=progressbar])').locator('visible=true')).toHaveCount(0)
}

test.describe('with every capability', () => {
  // A tall window, so that the whole page is in view and loads completely.
  test.use({ storageState: signedInAs('full'), viewport: { width: 1440, height: 5000 } })

  // Another role's views have some of these parts and no others.
  test('the palette finds every heading, tab, form and button of every view by name', async ({ page, palette, records }) => {
    test.setTimeout(180_000)
    const qr = await records.firstQr('type=menu&perPage=1')
    const views = [
      ...navigationCommands.flatMap(({ href }) => href ?? []),
      ...['', '?edit=true', '?note=true', '?tab=payments', '?tab=qrs', '?tab=invoices'].map((tab) => `/customers/${ana.id}${tab}`),
      '/users/1',
      '/users/create',
      '/api-calls/1',
      `/qrs/media/${qr.id}`,
      `/qrs?panel=qr-${qr.id}`,
      `/payments?panel=payment-${(await records.firstPayment()).id}`,
      `/invoices?panel=invoice-${(await records.firstInvoice()).id}`,
    ]
    const found = new Set<string>()
    const lacking: string[] = []
    for (const view of views) {
      await visit(page, view)
      await loaded(page)
      // A name shared by several views is tried only once.
      const names = (await namesOnPage(page)).filter((name) => !found.has(name))
      if (names.length === 0) continue
      await palette.open()
      const lack = await page.evaluate(lackingInPalette, names)
      for (const name of names) if (!lack.includes(name)) found.add(name)
      lacking.push(...lack.map((name) => `${view}: ${name}`))
      await page.keyboard.press('Control+k')
      await palette.expectClosed()
    }
    expect(lacking).toEqual([])
    expect(found.size).toBeGreaterThan(40)
  })
})

test.describe('finding by name in the palette', () => {
  test.use({ storageState: signedInAs('full'), samePage: true })

  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

  /** Expects the part to be in view and not covered by the header. */
  async function expectSeen(page: Page, part: Locator): Promise<void> {
    await expect(part).toBeFocused()
    const header = await page.getByRole('banner').evaluate((element) => element.getBoundingClientRect().bottom)
    await expect.poll(async () => (await part.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(header)
    await expect(part).toBeInViewport()
  }

  test('goes to a panel of the customer on screen, clear of the header', async ({ page, palette, customers }) => {
    await visit(page, `/customers/${ana.id}?tab=payments`)
    await expect(customers.heading).toBeVisible()
    for (const name of ['Invitations', 'Billing data', 'Limits', 'Web risk']) {
      await palette.open()
      await page.keyboard.type(name.toLowerCase())
      await expect(palette.chosen).toContainText(name)
      await page.keyboard.press('Enter')
      await expectSeen(page, heading(page, name))
      await expect(page).toHaveURL(new RegExp(`/customers/${ana.id}(\\?show=\\w+)?$`))
    }
  })

  test('asks for a customer before opening a panel if none is on screen', async ({ page, palette }) => {
    await visit(page, '/invoices')
    await palette.open()
    await page.keyboard.type('invitations')
    await expect(palette.chosen).toContainText('Invitations of a customer')
    await page.keyboard.press('Enter')
    await expect(palette.dialog.getByText('Choose the customer', { exact: true })).toBeVisible()
    await page.keyboard.type(ana.email)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/customers/${ana.id}\\?show=invitations$`))
    await expectSeen(page, heading(page, 'Invitations'))
  })

  test('finds a panel by words it contains, and focuses a field by name', async ({ page, palette, customers }) => {
    await visit(page, `/customers/${ana.id}`)
    await customers.expectAt(ana.id)
    await expect(page.locator('dt', { hasText: 'Last IP' })).toBeVisible()
    await palette.open()
    await page.keyboard.type('vat number')
    await expect(palette.row('Billing data').first()).toBeVisible()
    await palette.input.fill('last login')
    await palette.row('Last login').first().click()
    await expect(page.locator('dt', { hasText: 'Last login' })).toBeFocused()
  })

  test('presses a button and opens a filter', async ({ page, palette, customers }) => {
    await visit(page, `/customers/${ana.id}`)
    await customers.expectAt(ana.id)
    // The palette reads the page's content when it opens.
    await expect(page.getByRole('main').getByRole('button', { name: 'Edit the billing data' })).toBeVisible()
    await palette.open()
    await page.keyboard.type('edit the billing data')
    await palette.row('Edit the billing data').first().click()
    await expect(page.getByRole('form', { name: 'Edit the billing data' })).toBeVisible()
    await visit(page, '/customers')
    await palette.open()
    await page.keyboard.type('country')
    await palette.row(/^Country$/).click()
    await expect(page.getByRole('dialog', { name: 'Filter by Country' }).getByRole('combobox')).toBeFocused()
  })

  test('finds the settings by each of their groups', async ({ page, palette, customers }) => {
    await customers.open()
    await page.keyboard.press(',')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await expect(settings).toBeVisible()
    const groups = await settings.locator('legend, section h2').allInnerTexts()
    expect(groups.length).toBeGreaterThan(4)
    await page.keyboard.press('Escape')
    await palette.open()
    for (const group of groups) {
      await palette.input.fill(group)
      await expect(palette.row(/^Settings/), group).toBeVisible({ timeout: 3000 })
    }
  })
})
