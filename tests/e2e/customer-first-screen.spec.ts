import type { Page } from '@playwright/test'
import { knownCustomers } from '../../demo/data/known.ts'
import type { CustomerOverview } from '../../src/contract/customer-overview.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { shiftsOf, watchShifts } from './support/layout-shifts.ts'
import { StaffApi } from './support/staff-api.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

const known = knownCustomers
const date = /\d\d-\d\d-\d{4}/

interface Trouble {
  trouble: string
  id: number
  /** Shown beside the name: the account's state, the subscription's state, and the explanation. */
  state: RegExp
  pays: RegExp
  /** The outcome of the last payment. */
  last: RegExp
  /** Null if nothing needs attention, or only that the trial ends. */
  wrong: RegExp | null
  /** The suggested action; null if nothing is wrong. */
  next: string | null
}

const troubles: readonly Trouble[] = [
  {
    trouble: 'banned',
    id: known.banned.id,
    state: /banned\s*Subscription active/,
    pays: /Next payment/,
    last: /succeeded/,
    wrong: /^Banned: the customer cannot sign in, but the subscription still runs/,
    next: 'Unban',
  },
  {
    trouble: 'deleted',
    id: known.deleted.id,
    state: /deleted\s*Subscription canceled by user\s*Ended/,
    pays: /None.*Was on/,
    last: /succeeded/,
    wrong: /^The account was deleted on/,
    next: 'Restore',
  },
  {
    trouble: 'unpaid',
    id: known.canceledByUnpaid.id,
    state: /canceled \(unpaid\)/,
    pays: /None\s*Was on/,
    last: /payment method needed/,
    wrong: /the payment of .* failed\./i,
    next: 'Open in Stripe',
  },
  {
    trouble: 'with an expired card',
    id: known.expiredCard.id,
    state: /past due\s*A payment is overdue/,
    pays: /Overdue.*\(expired\)/,
    last: /payment method needed/,
    wrong: /^Card expired \d\d\/\d{4}, and the payment of .* failed\./,
    next: 'Open in Stripe',
  },
  {
    trouble: 'on trial',
    id: known.trialing.id,
    state: /trialing\s*Trial until/,
    pays: /Then /,
    last: /None|succeeded/,
    wrong: null,
    next: null,
  },
  {
    trouble: 'set to cancel',
    id: known.willCancel.id,
    state: /canceled\s*End of period/,
    pays: /Not renewed/,
    last: /succeeded/,
    wrong: /^Set to cancel/,
    next: 'Resume',
  },
  {
    trouble: 'disputed',
    id: known.disputed.id,
    state: /active/,
    pays: /Next payment/,
    last: /succeeded/,
    wrong: /^The dispute of .* is open\. Reason given: /,
    next: 'Respond in Stripe',
  },
  {
    trouble: 'refunded after a warning of fraud',
    id: known.canceledByEarlyFraud.id,
    state: /canceled \(early fraud\)\s*Ended/,
    pays: /None/,
    last: /refunded/,
    wrong: /^The card network warned of fraud/,
    next: 'Ban',
  },
  {
    trouble: 'waiting for the customer',
    id: known.requiresAction.id,
    state: /requires action\s*The customer has to confirm a payment/,
    pays: /Next payment/,
    last: /needs confirmation|payment method needed|succeeded|canceled/,
    wrong: /payment/i,
    next: 'Open in Stripe',
  },
  {
    trouble: 'archived',
    id: known.archived.id,
    state: /archived\s*Subscription [a-z]/,
    pays: /None/,
    last: /succeeded/,
    wrong: /^The QR codes are archived/,
    next: 'Unarchive',
  },
]

const glance = (page: Page) => page.getByRole('region', { name: 'At a glance' })
const fact = (page: Page, label: string) =>
  glance(page)
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${label}`) })
const alerts = (page: Page) => page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem')

async function open(page: Page, id: number) {
  await visit(page, `/customers/${id}`)
  await expect(glance(page)).toBeVisible()
  await expect(glance(page).locator('[class*=bone]')).toHaveCount(0)
}

test.use({ storageState: signedInAs('support'), viewport: { width: 1440, height: 900 } })

test('for any trouble, the first screen shows customer, payments, problem and next action, with no layout shift', async ({
  page,
  customers,
  records,
}) => {
  await watchShifts(page)
  const heights = new Set<number | undefined>()
  for (const { trouble, id, state, pays, last, wrong, next } of troubles)
    await test.step(trouble, async () => {
      const { fullName, email } = await records.customer(id)
      await open(page, id)
      await expect(customers.heading).toContainText(fullName)
      await expect(customers.heading).toHaveText(state)
      await expect(fact(page, 'Plan')).toHaveText(pays)
      await expect(fact(page, 'Last payment')).toHaveText(last)
      await expect(fact(page, 'QR codes used')).toHaveText(/in 30 days/)
      await expect(fact(page, 'Customer since')).toHaveText(date)
      await expect(fact(page, 'Total revenue')).toHaveText(/€.*refund/i)
      expect(await alerts(page).count()).toBeLessThanOrEqual(3)
      const shown = [customers.heading, page.getByRole('link', { name: email }), glance(page)]
      if (wrong !== null) {
        const alert = alerts(page).filter({ hasText: wrong })
        await expect(alert).toHaveCount(1)
        shown.push(alert)
        if (next !== null) shown.push(alert.getByRole('button', { name: next, exact: true }))
      }
      shown.push(page.getByRole('button', { name: 'Log in as customer' }), page.getByRole('button', { name: /^Actions/ }))
      shown.push(page.getByRole('region', { name: 'Note' }))
      for (const part of shown) await expect(part).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
      expect(await shiftsOf(page)).toBe(0)
      const cut = await glance(page)
        .locator('dd')
        .evaluateAll((facts) => facts.filter((fact) => fact.scrollHeight > fact.clientHeight).length)
      expect(cut).toBe(0)
      heights.add((await glance(page).boundingBox())?.height)
    })
  expect(heights.size).toBe(1)
})

test('warns about an exceeded limit and bounced emails, with links to the form and the emails', async ({ page, baseURL }) => {
  const api = new StaffApi(page.request, baseURL ?? '')
  const { id } = known.clp
  await api.do({ method: 'PATCH', path: `/customers/${id}`, body: { qrLimit: 1 } })
  try {
    await open(page, id)
    await expect(fact(page, 'QR codes used')).toHaveText(/\d+ of 1/)
    const alert = alerts(page).filter({ hasText: /^\d+ QR codes, but the limit is 1\./ })
    await expect(alert).toBeInViewport({ ratio: 1 })
    await alert.getByRole('button', { name: 'Change limit' }).click()
    await expect(page.getByLabel('QR code limit')).toBeVisible()
  } finally {
    await api.do({ method: 'PATCH', path: `/customers/${id}`, body: { qrLimit: null } })
  }
  let bounced = 0
  for (let each = known.everyPayment.id; bounced === 0; each += 1) {
    const { bounce } = (await api.do({ method: 'GET', path: `/customers/${each}/overview` })) as CustomerOverview
    if (bounce) bounced = each
  }
  await open(page, bounced)
  const alert = alerts(page).filter({ hasText: /^Last email .* on / })
  await expect(alert).toBeInViewport({ ratio: 1 })
  await alert.getByRole('link', { name: 'View emails' }).click()
  await expect(page.getByRole('heading', { name: 'Email activity' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Email activity' })).toBeInViewport()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('state, facts and problem come first; nothing shifts or is cut off, and no toast covers the actions', async ({
    page,
    customers,
  }) => {
    await watchShifts(page)
    await open(page, known.banned.id)
    const alert = alerts(page).filter({ hasText: /^Banned/ })
    for (const part of [customers.heading, glance(page), alert]) await expect(part).toBeInViewport({ ratio: 1 })
    const first = page.getByRole('main').getByRole('region')
    await expect(first.nth(1)).toHaveAccessibleName('Note')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await shiftsOf(page)).toBe(0)
    await expectAccessible(page, 'a customer on a phone')

    await page.getByRole('button', { name: /^(Write|Edit) the note$/ }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill('Asked for an invoice')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/^Note on .* saved\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Actions' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('was undone')).toBeVisible()
  })
})
