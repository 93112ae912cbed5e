import type { Locator, Page } from '@playwright/test'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { pickFilter } from './support/filters.ts'
import { sequence, tabOpenedBy } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

const found = (page: Page) => page.getByRole('main').getByText(/^\d+ found$/)
const countOf = async (page: Page) => Number((await found(page).innerText()).split(' ')[0])
const badges = (rows: Locator) => rows.locator('[data-status]').evaluateAll((all) => [...new Set(all.map((one) => one.dataset['status']))])

// [1.2 webrisk]
test('unsafe entries first; judging one by shortcut or button filters it out, and undo brings it back', async ({
  page,
  customers,
  palette,
}) => {
  await visit(page, '/customers')
  await expect(palette.button).toBeVisible()
  await sequence(page, 'g k')
  await expect(page).toHaveURL(/\/security\/webrisk$/)
  await expect(page).toHaveTitle(/^Web risk \| .+ CRM$/)
  await expect(customers.rows.first()).toBeVisible()
  await expect(customers.status).toHaveText('Status: unsafe')
  expect(await badges(customers.rows)).toEqual(['unsafe'])
  const before = await countOf(page)

  await customers.heading.focus()
  await sequence(page, 'j')
  await expect(customers.current).toHaveCount(1)
  await sequence(page, 'w s')
  const question = page.getByRole('dialog', { name: 'Set the web-risk status' })
  await expect(question.getByText('unavailable: Already unsafe.')).toBeVisible()
  await question.getByRole('radio', { name: 'unknown' }).check()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Status changed: .+ is unknown\. Filtered out\.$/)).toBeVisible()
  await expect(found(page)).toHaveText(`${before - 1} found`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(found(page)).toHaveText(`${before} found`)

  await customers.rows
    .first()
    .getByRole('button', { name: /^Mark safe/ })
    .click()
  await expect(found(page)).toHaveText(`${before - 1} found`)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(found(page)).toHaveText(`${before} found`)
})

test('shows all statuses, searches, opens the customer in a new tab, and never opens a checked address', async ({ page, customers }) => {
  const opened: string[] = []
  page.on('request', (request) => opened.push(request.url()))
  await visit(page, '/security/webrisk')
  await expect(customers.rows.first()).toBeVisible()
  await pickFilter(page, 'Status', 'All statuses')
  await expect(page).toHaveURL(/\?status=any$/)
  await expect.poll(async () => (await badges(customers.rows)).length).toBeGreaterThan(1)
  const link = customers.rows.getByRole('link', { name: /open customer #\d+ in a new tab/ }).first()
  expect(await tabOpenedBy(page, () => link.click())).toBe(await link.getAttribute('href'))
  await customers.heading.focus()
  await sequence(page, 'j')
  await sequence(page, 'w c')
  await expect(page.getByText(/^(Checked: .+ is (still )?\w+|.+ is on neither list of domains\. .+ (stays|is now) \w+)/)).toBeVisible()
  expect(opened.every((url) => new URL(url).hostname === 'localhost')).toBe(true)
  await customers.search.fill('there-is-no-such-address')
  await expect(customers.nothingFound).toBeVisible()
})

test('bulk changes are previewed row by row, applied and undone as one; accessible in both modes', async ({ page, customers }) => {
  await visit(page, '/security/webrisk?status=any')
  await expect(customers.rows.nth(2)).toBeVisible()
  await expectAccessible(page, 'the web-risk list')
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar).toContainText('10 selected')
  await sequence(page, 'w s')
  const question = page.getByRole('dialog', { name: 'Set status' })
  await question.getByRole('radio', { name: 'unknown' }).check()
  await question.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark unknown: 10 web-risk entries' })
  await expect(dialog.getByText(/^Possible for/)).toBeVisible()
  await expectAccessible(page, 'the preview')
  await dialog.getByRole('button', { name: /^Do it for/ }).click()
  await expect(dialog.getByText(/web-risk entr(y|ies) marked unknown/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo all' }).click()
  await expect(dialog.getByText(/^Undone for \d+ web-risk entr/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar).toHaveCount(0)
})

// [1.2 webrisk log]
test('logs: no address is a link; accessible in both modes', async ({ page, customers }) => {
  await visit(page, '/customers')
  await expect(customers.rows.first()).toBeVisible()
  await sequence(page, 'g t')
  await expect(page).toHaveURL(/\/security\/webrisk-logs$/)
  await expect(customers.rows.first()).toBeVisible()
  await expectAccessible(page, 'the web-risk logs')
  const hrefs = await customers.rows.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const href of hrefs) expect(href).toMatch(/^\/(qrs\?searchTerm=\d+&exactSearch=true|customers\/\d+)$/)
})

test('an address that is cut has no hole before its end, and is whole again where there is room', async ({ page, customers }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, '/security/webrisk')
  await expect(customers.rows.first()).toBeVisible()
  const heads = page.locator('[data-head]')
  const holes = () =>
    heads.evaluateAll((all) =>
      all.flatMap((head) => {
        if (head.scrollWidth <= head.clientWidth) return []
        const { right } = head.getBoundingClientRect()
        const end = document.createRange()
        end.selectNode(head.nextSibling ?? head)
        const room = (head.closest('td')?.getBoundingClientRect().right ?? 0) - right
        // The end follows the head at once, and what room is left stands behind both.
        return [{ gap: Math.round(end.getBoundingClientRect().left - right), isFitted: head.style.maxWidth !== '', isInside: room > 0 }]
      }),
    )
  await expect.poll(async () => (await holes()).length).toBeGreaterThan(0)
  expect([...new Set((await holes()).map((hole) => JSON.stringify(hole)))]).toEqual([
    JSON.stringify({ gap: 0, isFitted: true, isInside: true }),
  ])
  await page.setViewportSize({ width: 2400, height: 900 })
  await expect.poll(holes).toEqual([])
})
