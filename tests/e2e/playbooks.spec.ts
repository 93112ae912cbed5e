import type { Page } from '@playwright/test'
import type { CustomerRow } from '../../src/contract/customers.ts'
import { whyNotRefund } from '../../src/contract/payment-rules.ts'
import type { PaymentRow } from '../../src/contract/payments.ts'
import type { PlaybookInput, PlaybookStep } from '../../src/contract/playbooks.ts'
import type { QrRow } from '../../src/contract/qrs.ts'
import { signedInAs } from './support/accounts.ts'
import { expectAccessible } from './support/axe.ts'
import { sequence } from './support/keyboard.ts'
import { forget, keep, note, staffOf, step } from './support/playbooks.ts'
import { expect, test } from './support/test.ts'
import { visit } from './support/visit.ts'

test.use({ storageState: signedInAs('full'), samePage: true })

test.beforeEach(({ page, baseURL }) => forget(staffOf(page, baseURL)))

/** Opens a record anew, so that the console has the playbooks that were kept by calls. Keys wait until they are loaded. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
}

const question = (page: Page) => page.getByRole('alertdialog').or(page.getByRole('dialog'))

test('ten recurring tickets take at most four keys each, and each does what it says [1.2 playbooks]', async ({ page, baseURL }) => {
  test.setTimeout(180_000)
  const staff = staffOf(page, baseURL)
  const change = (id: number, path: string, body: object = {}) => staff.do({ method: 'PATCH', path: `/customers/${id}/${path}`, body })
  const taken = new Set<number>()
  /** A customer of their own for each ticket. */
  const customerWhere = async (fits: (row: CustomerRow) => boolean): Promise<number> => {
    const { id } = await staff.customerWhere((row) => !taken.has(row.id) && fits(row))
    taken.add(id)
    return id
  }
  const isActive = ({ status, banned, deleted }: CustomerRow) => status === 'active' && !banned && !deleted
  const payments = await staff.rows<PaymentRow>('/payments?perPage=150&sort=id&sortDirection=desc')
  const isRefundable = (last?: PaymentRow) => last !== undefined && whyNotRefund(last) === null && last.amountRefunded === 0
  const payer = await customerWhere((row) => isActive(row) && isRefundable(payments.find(({ userId }) => userId === row.id)))
  const banned = await customerWhere(isActive)
  await change(banned, 'ban', { banned: true })
  const canceled = await customerWhere(isActive)
  await change(canceled, 'cancel-subscription')
  const codes = (await staff.rows<QrRow>('/qrs?status=active&perPage=150')).toReversed()
  const owner = await customerWhere((row) => isActive(row) && codes.some(({ user }) => user === row.id))
  const code = codes.find(({ user }) => user === owner)
  if (!code) throw new Error('the demo has no such code')

  const tickets: { name: string; at: string; steps: PlaybookStep[]; type?: PlaybookInput['type']; actions: string[] }[] = [
    {
      name: 'Refund and cancel',
      at: `/customers/${payer}`,
      steps: [step('customer.refund', { extent: 'full', reason: '' }), step('customer.cancel-at-once'), note('Refunded {lastPayment}.')],
      actions: ['payment.refund', 'customer.cancel-at-period-end', 'customer.cancel-immediately', 'note.write'],
    },
    {
      name: 'Extend trial and note',
      at: `/customers/${await customerWhere(({ status, banned }) => status === 'trialing' && !banned)}`,
      steps: [step('customer.extend-trial', { days: '7' }), note('Seven days more for {firstName}.')],
      actions: ['customer.extend-trial', 'note.write'],
    },
    {
      name: 'Unban and note',
      at: `/customers/${banned}`,
      steps: [step('customer.ban', {}, 'off'), note('Unbanned on {today}.')],
      actions: ['customer.unban', 'note.write'],
    },
    {
      name: 'Ban and note',
      at: `/customers/${await customerWhere(isActive)}`,
      steps: [step('customer.ban', {}, 'on'), note('Spam.')],
      actions: ['customer.ban', 'note.write'],
    },
    {
      name: 'Reset two-factor and note',
      at: `/customers/${await customerWhere((row) => isActive(row) && row.is2faEnabled)}`,
      steps: [step('customer.disable-two-factor'), note('Lost the phone, says {email}.')],
      actions: ['customer.disable-2fa', 'note.write'],
    },
    {
      name: 'Cancel and note',
      at: `/customers/${await customerWhere(isActive)}`,
      steps: [step('customer.cancel-at-period-end'), note('Canceled by {me}.')],
      actions: ['customer.cancel-at-period-end', 'note.write'],
    },
    {
      name: 'Resume and note',
      at: `/customers/${canceled}`,
      steps: [step('customer.resume'), note('Stays.')],
      actions: ['customer.resume', 'note.write'],
    },
    {
      name: 'Trust and note',
      at: `/customers/${await customerWhere((row) => isActive(row) && !row.whitelisted)}`,
      steps: [step('customer.whitelist', {}, 'on'), note('Known to us.')],
      actions: ['customer.whitelist', 'note.write'],
    },
    {
      name: 'Called, no answer',
      at: `/customers/${await customerWhere(isActive)}`,
      steps: [note('Called, no answer.')],
      actions: ['note.write'],
    },
    {
      name: 'Block, ban and note',
      type: 'qr',
      at: `/qrs?panel=qr-${code.id}`,
      steps: [step('qr.set-status', { status: 'blocked' }), step('customer.ban', {}, 'on'), note('Phishing.')],
      actions: ['qr.status', 'customer.ban', 'note.write'],
    },
  ]
  const keys = ['b a', 'b b', 'b c', 'b d', 'b e', 'b f', 'b g', 'b h', 'b i', 'b j']
  for (const [index, { name, steps, type = 'customer' }] of tickets.entries())
    await keep(staff, { name, steps, type, keys: keys[index] ?? null })

  for (const [index, { name, at, steps, actions }] of tickets.entries()) {
    await test.step(name, async () => {
      await open(page, at)
      const [last] = await staff.rows<{ id: number }>('/audit?perPage=1')
      await sequence(page, keys[index] ?? '')
      await expect(question(page)).toContainText(name)
      await expect(question(page).getByRole('listitem')).toHaveCount(steps.length)
      await expect(question(page)).not.toContainText('Left out')
      // Two keys so far, and one that confirms.
      await page.keyboard.press('Control+Enter')
      await expect(page.getByText(`${name}: ${actions.length} ${actions.length === 1 ? 'step' : 'steps'} done.`)).toBeVisible()
      const [run] = await staff.rows<{ id: number; batch: string }>('/audit?action=playbook.run&perPage=1')
      expect(run?.id).toBeGreaterThan(last?.id ?? 0)
      const made = await staff.rows<{ action: string; step: number | null }>(`/audit?run=${run?.batch}`)
      expect(made.flatMap(({ action, step }) => (step === null ? [] : [action])).toReversed()).toEqual(actions)
    })
  }
})

test('a playbook is made of one’s last actions, run on another record by its name, and undone as a whole', async ({
  page,
  palette,
  baseURL,
}) => {
  const staff = staffOf(page, baseURL)
  // None that another test changes.
  const isFree = ({ status, banned, deleted }: CustomerRow) => status === 'trial_ended' && !banned && !deleted
  const found = await staff.customersFor(['first', 'second'], isFree)
  const [first, second] = [found.get('first'), found.get('second')]
  await staff.do({ method: 'PATCH', path: `/customers/${first?.id}/ban`, body: { banned: true } })
  await staff.do({ method: 'POST', path: `/customers/${first?.id}/note`, body: { text: 'Sends spam.' } })
  await visit(page, `/customers/${first?.id}`)
  await palette.openAndPaste('make a playbook')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/playbooks\?from=/)
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(page.getByRole('group', { name: 'Steps' }).getByRole('listitem')).toHaveText(['1. Ban', /2\. Add a note/])
  await expect(page.getByRole('textbox', { name: 'Note: text' })).toHaveValue('Sends spam.')
  await page.keyboard.type('Spammer')
  await page.getByRole('textbox', { name: 'Keys' }).fill('a b')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/can’t be told apart from those of ‘Ban or unban’/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Keys' }).fill('b s')
  await expectAccessible(page, 'playbooks')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Playbook saved: Spammer.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Playbooks' })).toContainText('Ban · Add a note')

  await open(page, `/customers/${second?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(second?.fullName ?? '')
  await palette.openAndPaste('spammer')
  await expect(palette.row(/· Spammer/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText(`Spammer: ${second?.fullName}?`)
  await expect(question(page)).toContainText('Can be undone for 10 minutes.')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Spammer: 2 steps done.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText('banned')
  await expect(page.getByText(/^Playbook ‘Spammer’/)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('2 steps of the playbook were undone.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('banned')
})

test('the third time that the same is done within a week, a playbook of it is offered, once', async ({ page, baseURL }) => {
  const staff = staffOf(page, baseURL)
  const isFree = ({ status, banned, deleted }: CustomerRow) =>
    !['active', 'trialing', 'trial_ended'].includes(status) && !banned && !deleted
  const rows = await staff.rows<CustomerRow>('/customers?sort=id&sortDirection=desc&perPage=150')
  // What another test did to a customer would be part of what is done again and again.
  const untouched = new Set<number>()
  for (const { id } of rows.filter(isFree)) {
    const { actions } = (await staff.do({ method: 'GET', path: `/playbooks/last-actions?type=customer&record=${id}` })) as {
      actions: object[]
    }
    if (actions.length === 0) untouched.add(id)
  }
  const found = await staff.customersFor(['first', 'second', 'third', 'fourth'], ({ id }) => untouched.has(id))
  for (const [place, { id }] of found) {
    await staff.do({ method: 'POST', path: `/customers/${id}/note`, body: { text: 'Chargeback.' } })
    if (place === 'first' || place === 'second') await staff.do({ method: 'PATCH', path: `/customers/${id}/ban`, body: { banned: true } })
  }
  const banHere = async (place: string) => {
    await open(page, `/customers/${found.get(place)?.id}`)
    await sequence(page, 'a b')
    await expect(question(page)).toContainText('Can be undone')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText('banned')
  }
  await banHere('third')
  const offer = page.getByRole('button', { name: 'Make this a playbook' })
  await offer.click()
  await expect(page.getByRole('group', { name: 'Steps' }).getByRole('listitem')).toHaveText([/1\. Add a note/, '2. Ban'])
  const asked = page.waitForResponse((reply) => reply.url().includes('/playbooks/last-actions'))
  await banHere('fourth')
  expect(await (await asked).json()).toMatchObject({ times: 4 })
  await expect(offer).toHaveCount(0)
})

test('a run stops at a step that fails, says why, and goes on', async ({ page, baseURL }) => {
  const staff = staffOf(page, baseURL)
  const { id } = await staff.customerWhere(({ status, banned, deleted }) => status === 'active' && !banned && !deleted)
  await keep(staff, { name: 'Cancel and tell', keys: 'b t', steps: [step('customer.cancel-at-period-end'), note('Told.')] })
  await open(page, `/customers/${id}`)
  await sequence(page, 'b t')
  await expect(question(page)).toContainText('Cancel and tell')
  // Somebody else is faster.
  await staff.do({ method: 'PATCH', path: `/customers/${id}/cancel-subscription`, body: {} })
  await page.keyboard.press('Control+Enter')
  const stopped = page.getByRole('alert').filter({ hasText: 'Cancel and tell stopped at step 1 of 2' })
  await expect(stopped).toContainText('Already set to cancel.')
  await expect(stopped.getByRole('button', { name: 'Go on without it' })).toBeVisible()
  await staff.do({ method: 'PATCH', path: `/customers/${id}/resume-subscription`, body: {} })
  await stopped.getByRole('button', { name: 'Go on from step 1' }).press('Enter')
  await expect(page.getByText('Cancel and tell: 2 steps done.')).toBeVisible()
})

test('a playbook runs on what is selected, and is undone as a whole', async ({ page, palette, baseURL }) => {
  const staff = staffOf(page, baseURL)
  await keep(staff, { name: 'Spam wave', steps: [step('customer.ban', {}, 'on'), note('Sends spam.')] })
  await open(page, '/customers?status=canceled')
  const free = page.getByRole('row').filter({ hasText: 'canceled', hasNotText: /banned|deleted|erased/ })
  await free.nth(0).getByRole('checkbox').check()
  await free.nth(1).getByRole('checkbox').check()
  await palette.openAndPaste('spam wave')
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText('Spam wave: 2 customers?')
  await page.keyboard.press('Enter')
  await page.getByText('Spam wave: 4 steps done on 2 records.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Spam wave: 4 steps were undone.')).toBeVisible()
})
