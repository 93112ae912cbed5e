import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { endOfDay, startOfDay } from '../../src/contract/dates.ts'
import { isEmailRangeTooLong } from '../../src/contract/email-activity.ts'
import type { TimelineEntry } from '../../src/contract/timeline.ts'
import { emailWords } from '../../src/views/customer/activity-words.ts'
import { invitationRole, invitationStatus } from '../../src/views/customer/people-panels.tsx'
import { linesOf } from '../../src/views/customer/timeline-lines.ts'
import { emailsWords, entryWords } from '../../src/views/customer/timeline-words.ts'
import { pageOf } from './support/console.tsx'
import { aCustomerRow } from './support/customer.ts'
import { customerAt, refusal, seeEverything, serveCustomer } from './support/customer-page.tsx'

const entry = (facts: Partial<TimelineEntry>): TimelineEntry => ({
  id: 'event:1',
  kind: 'event',
  at: 1_731_000_000,
  what: 'qr_created',
  detail: null,
  amount: null,
  currency: null,
  actor: null,
  before: null,
  after: null,
  ...facts,
})

describe('the timeline', () => {
  test('groups entries by day in Madrid time', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: startOfDay('2026-11-18') * 1000 })
    const [last, before] = [startOfDay('2026-03-29'), startOfDay('2025-12-31')]
    const times = [last + 60, last, last - 1, before]
    const lines = linesOf(times.map((at, index) => entry({ id: String(index), at })))
    vi.useRealTimers()
    expect(lines.map(({ day }) => day)).toEqual(['Sun, 29 Mar', null, 'Sat, 28 Mar', 'Wed, 31 Dec 2025'])
  })

  const sam = { kind: 'staff', actor: 'sam@quaydesk.test' } as const
  const ends = startOfDay('2026-12-03')

  test.each<[facts: Partial<TimelineEntry>, sentence: string, colour: string | null]>([
    [{ kind: 'payment', what: 'succeeded', detail: 'QD-7', amount: 1990, currency: 'eur' }, 'Paid 19,90\u00a0€', 'success'],
    [{ kind: 'payment', what: 'canceled', amount: 500, currency: 'jpy' }, 'Payment of 500\u00a0JPY was canceled', 'danger'],
    [{ kind: 'payment', what: 'requires_payment_method', amount: 500, currency: 'eur' }, 'Payment of 5,00\u00a0€ failed', 'danger'],
    [{ kind: 'payment', what: 'requires_action', amount: 500, currency: 'eur' }, 'Payment of 5,00\u00a0€ needs confirmation', 'danger'],
    [{ kind: 'payment', what: 'processing', amount: 500, currency: 'eur' }, 'Payment of 5,00\u00a0€ is on its way', 'warning'],
    [
      { kind: 'refund', what: 'succeeded', amount: 100, currency: 'usd', actor: 'sam@quaydesk.test' },
      'Refunded 1,00\u00a0USD by sam@quaydesk.test',
      'success',
    ],
    [{ kind: 'refund', what: 'pending', amount: 100, currency: 'usd' }, 'Refund of 1,00\u00a0USD is on its way', 'warning'],
    [{ kind: 'refund', what: 'failed', amount: 100, currency: 'usd' }, 'Refund of 1,00\u00a0USD failed', 'danger'],
    [{ kind: 'status', what: 'trialing' }, 'Trial started', 'primary'],
    [{ kind: 'status', what: 'active', detail: 'past_due' }, 'Subscription paid again', 'success'],
    [{ kind: 'status', what: 'canceled', detail: 'active' }, 'Subscription ended', 'danger'],
    [{ kind: 'status', what: 'soft_deleted', detail: 'trial_ended' }, 'Status changed from trial ended to soft deleted', 'secondary'],
    [{ ...sam, what: 'customer.ban' }, 'Banned by sam@quaydesk.test', null],
    [
      { ...sam, what: 'customer.cancel-at-period-end', before: { willCancel: false }, after: { willCancel: true, currentPeriodEnd: ends } },
      'Set to cancel on 03-12-2026 by sam@quaydesk.test',
      null,
    ],
    [
      { ...sam, what: 'customer.cancel-at-period-end', after: { willCancel: true } },
      'Set to cancel at the end of the period by sam@quaydesk.test',
      null,
    ],
    [
      { ...sam, what: 'customer.extend-trial', after: { triallingEndsAt: ends } },
      'Trial extended to 03-12-2026 by sam@quaydesk.test',
      null,
    ],
    [{ ...sam, what: 'customer.attach-discount', after: { discount: 20 } }, 'Discount of 20 % attached by sam@quaydesk.test', null],
    [{ ...sam, what: 'customer.detach-discount', before: { discount: 20 } }, 'Discount of 20 % removed by sam@quaydesk.test', null],
    [{ ...sam, what: 'customer.provider-update' }, 'Updated from the provider by sam@quaydesk.test', null],
    [{ kind: 'email', what: 'opened', detail: 'Hello' }, 'Email “Hello” opened', 'success'],
    [{ kind: 'email', what: 'softBounces', detail: 'Hello' }, 'Email “Hello” soft-bounced', 'danger'],
    [{ kind: 'event', what: 'plan_viewed' }, 'Plan viewed', null],
    [{ kind: 'note', what: 'note', actor: 'Sam Okafor' }, 'Note written by Sam Okafor', null],
    [{ kind: 'signup', what: 'google' }, 'Signed up', null],
  ])('describes %j as %s', (facts, sentence, colour) => {
    const words = entryWords(entry(facts))
    expect([words.sentence, words.colour]).toEqual([sentence, colour])
  })

  test('a note is told by what it says since then', () => {
    const [before, after] = [{ note: 'Calls on Fridays' }, { note: 'Calls on Mondays' }]
    expect(entryWords(entry({ ...sam, what: 'note.write', before, after }))).toMatchObject({
      sentence: 'Note written by sam@quaydesk.test',
      text: 'Calls on Mondays',
    })
  })

  test('a change or two are the sentence, more of them follow it, and nothing is repeated', () => {
    const edit = (before: object, after: object) =>
      entryWords(entry({ ...sam, what: 'customer.edit', before: { ...before }, after: { ...after } }))
    expect(edit({ qrLimit: null, allowSepa: true }, { qrLimit: 50, allowSepa: false })).toMatchObject({
      sentence: 'QR limit set to 50; SEPA allowed: now off by sam@quaydesk.test',
      text: null,
    })
    expect(edit({ email: 'a@b.es', qrLimit: null, bulkLimit: 20 }, { email: 'c@d.es', qrLimit: 50, bulkLimit: null })).toMatchObject({
      sentence: 'Account data changed by sam@quaydesk.test',
      text: 'Email changed from a@b.es to c@d.es; QR limit set to 50; Bulk limit removed, was 20',
    })
    expect(entryWords(entry({ ...sam, what: 'customer.ban', before: { banned: false }, after: { banned: true } })).text).toBeNull()
  })

  test('words the payment provider’s reasons, and leaves those of staff', () => {
    const reason = (detail: string) => entryWords(entry({ kind: 'refund', what: 'succeeded', detail })).text
    expect([reason('requested_by_customer'), reason('Charged twice_')]).toEqual(['requested by customer', 'Charged twice_'])
  })

  test('says once that somebody signed up', () => {
    const lines = linesOf([
      entry({ id: 'a', what: 'sign_up', at: 60 }),
      entry({ id: 'b', kind: 'signup', what: 'google', at: 60 }),
      entry({ id: 'c', what: 'sign_up', at: 50 }),
    ])
    expect(lines.map(({ entry: { id } }) => id)).toEqual(['b', 'c'])
  })

  test('folds the emails of a day into the row of the newest, unless they are all that is shown', () => {
    const email = (id: string, at: number) => entry({ id, kind: 'email', what: 'delivered', detail: id, at })
    const midnight = startOfDay('2026-11-18')
    const [first, last] = [entry({ id: 'b', at: midnight + 80 }), entry({ id: 'e', at: midnight - 2 })]
    const entries = [email('a', midnight + 90), first, email('c', midnight + 70), email('d', midnight - 1), last]
    const ids = (foldsEmails?: boolean) =>
      linesOf(entries, foldsEmails).map(({ entry: { id }, emails }) => [id, ...emails.map((each) => each.id)].join(' '))
    expect(ids()).toEqual(['a a c', 'b', 'd', 'e'])
    expect(ids(false)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('names the emails of a day once each, and what went wrong', () => {
    const email = (what: string, detail: string | null) => entry({ kind: 'email', what, detail })
    const all = [email('opened', 'Welcome'), email('softBounces', 'Invoice'), email('delivered', 'Welcome')]
    expect(emailsWords(all)).toMatchObject({ sentence: '2 emails: Welcome, Invoice (soft-bounced)', colour: 'danger' })
    expect(emailsWords([email('opened', 'Welcome'), email('delivered', 'Welcome')])).toMatchObject({
      sentence: 'Email “Welcome” delivered, opened',
      colour: null,
    })
  })

  test('says once that somebody wrote a note', () => {
    const lines = linesOf([
      entry({ id: 'a', kind: 'note', what: 'note', actor: 'Sam Okafor', at: 60 }),
      entry({ id: 'b', kind: 'staff', what: 'note.write', actor: 'Sam Okafor', at: 60 }),
      entry({ id: 'c', kind: 'staff', what: 'note.write', actor: 'Olga Marín', at: -900 }),
    ])
    expect(lines.map(({ entry: { id } }) => id)).toEqual(['a', 'c'])
  })

  test('says once that somebody refunded a payment', () => {
    const staff = { kind: 'staff', what: 'payment.refund', actor: 'sam@quaydesk.test' } as const
    const lines = linesOf([
      entry({ id: 'a', ...staff, at: 62 }),
      entry({ id: 'b', kind: 'refund', what: 'succeeded', actor: 'sam@quaydesk.test', at: 60 }),
      // Without a refund of that time there is nothing else that says so.
      entry({ id: 'c', ...staff, at: 500 }),
      entry({ id: 'd', ...staff, actor: 'olga@quaydesk.test', at: 60 }),
    ])
    expect(lines.map(({ entry: { id } }) => id)).toEqual(['b', 'c', 'd'])
  })
})

describe('the panels', () => {
  // [2.9 e-mail days] [R51 days]
  test.each([
    [{ from: startOfDay('2026-01-01'), to: endOfDay('2026-03-31') }, false],
    [{ from: startOfDay('2026-01-01'), to: endOfDay('2026-04-01') }, true],
    [{ from: startOfDay('2026-01-01'), to: endOfDay('2026-01-01') }, false],
  ])('limit the email range to 90 days inclusive: %j', (range, tooLong) => expect(isEmailRangeTooLong(range)).toBe(tooLong))

  test.each([
    ['opened', 'success'],
    ['delivered', 'success'],
    ['clicks', 'primary'],
    ['requests', 'primary'],
    ['unsubscribed', 'secondary'],
    ['bounces', 'danger'],
    ['hardBounces', 'danger'],
    ['softBounces', 'danger'],
    ['spam', 'danger'],
    ['invalid', 'danger'],
    ['blocked', 'danger'],
    ['error', 'danger'],
    ['unheard-of', 'secondary'],
  ])('colour the email event %s %s [2.4 e-mail colours]', (event, colour) => expect(emailWords(event).colour).toBe(colour))

  // [1.6 invitation roles] [2.4 registration badge] [2.4 invitation status] [2.4 invitation roles]
  test('name the roles and statuses of invitations', () => {
    expect([1, 2, 3, 9].map(invitationRole)).toEqual(['Admin', 'Extended collaborator', 'Collaborator', 'Role 9'])
    expect(invitationStatus({ status: 0, registrationComplete: 0 })).toEqual({ text: 'pending approval', colour: 'warning' })
    expect(invitationStatus({ status: 1, registrationComplete: 1 })).toEqual({ text: 'accepted', colour: 'success' })
  })
})

describe("the info tab's panels", () => {
  beforeEach(() => {
    // The simulated window has no layout, so give the list its window and row heights.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  })

  test('send no requests until they come into view [2.2 customer panels]', async () => {
    const { asked } = serveCustomer({})
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        disconnect() {}
      },
    )
    await customerAt('/customers/8812?show=folders')
    await screen.findByRole('region', { name: 'Folders' })
    expect(asked.filter((path) => /timeline|folders|domains|events|api-calls|webrisk|invitations|activity/.test(path))).toEqual([])
  })

  test('fail independently, each with its own retry [2.8 domains not loaded]', async () => {
    seeEverything()
    let isDown = true
    serveCustomer({}, (path) => (isDown && /folders|8812\/domains$/.test(path) ? refusal(500, 'server_error') : undefined))
    await customerAt('/customers/8812?show=folders')
    const choose = async (name: string) => {
      fireEvent.click(screen.getByRole('tab', { name }))
      return within(await screen.findByRole('region', { name }))
    }
    const folders = within(await screen.findByRole('region', { name: 'Folders' }))
    expect((await folders.findByRole('alert')).textContent).toContain('500')
    const domains = await choose('Domains')
    expect((await domains.findByRole('alert')).textContent).toContain('500')
    await (await choose('Invitations')).findByText('This customer has not invited anyone.')
    const again = await choose('Domains')
    await again.findByRole('alert')
    isDown = false
    fireEvent.click(again.getByRole('button', { name: 'Retry' }))
    await again.findByText('This customer has no domains of their own.')
    await (await choose('Folders')).findByText('This customer has no folders.')
  })

  test('link to the referrer, and to referred customers in a new tab [1.2 referred panel] [1.2 folders]', async () => {
    seeEverything()
    serveCustomer({ referredBy: 12 }, (path, _method, _sent, query) => {
      if (path === '/qrs/folders' && query.get('owner') === '8812')
        return { body: { rows: [{ id: 5, name: 'Summer', createdAt: 1_731_000_000, user: 8812 }], pagination: pagination } }
      return path === '/customers' && query.get('referredBy') === '8812' ? { body: pageOf([aCustomerRow(31)]) } : undefined
    })
    await customerAt('/customers/8812?show=folders')
    await screen.findByRole('cell', { name: 'Summer' })
    fireEvent.click(screen.getByRole('tab', { name: 'Referred customers' }))
    await screen.findByRole('region', { name: 'Referred customers' })
    expect(screen.getByRole('link', { name: 'customer #12' }).getAttribute('href')).toBe('/customers/12')
    const referred = await screen.findByRole('link', { name: 'Customer 31, in a new tab' })
    expect([referred.getAttribute('href'), referred.getAttribute('target')]).toEqual(['/customers/31', '_blank'])
  })

  test('render the newest of a timeline with 10,000 entries, and older ones by a button', async () => {
    seeEverything()
    const rows = Array.from({ length: 10_000 }, (_, index) => entry({ id: `event:${index}`, at: 1_731_000_000 - index * 60 }))
    const { asked } = serveCustomer({}, (path, _method, _sent, query) => {
      if (path !== '/customers/8812/timeline') return undefined
      return { body: query.get('kinds') === 'note' ? { rows: [], next: null } : { rows, next: null } }
    })
    await customerAt('/customers/8812')
    const feed = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('[role=feed]')
      expect(found?.querySelector('article')).toBeTruthy()
      return found
    })
    const articles = () => [...(feed?.querySelectorAll('article') ?? [])]
    expect(articles()).toHaveLength(15)
    expect(articles()[0]?.getAttribute('aria-setsize')).toBe('10000')
    fireEvent.click(screen.getByRole('button', { name: 'Show older' }))
    expect(articles()).toHaveLength(45)
    expect(screen.getByRole('button', { name: 'All', pressed: true })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Notes', pressed: false }))
    await screen.findByText('Nothing of this kind has happened.')
    await waitFor(() => expect(asked).toContain('/customers/8812/timeline?kinds=note'))
    fireEvent.click(screen.getByRole('button', { name: 'All', pressed: false }))
    await screen.findByRole('feed')
  })
})

const pagination = {
  current_page: 1,
  first_page: 1,
  first_result: 1,
  has_next_page: false,
  has_previous_page: false,
  last_page: 1,
  last_result: 1,
  next_page: null,
  pages: [1],
  previous_page: null,
  results: 1,
  total_pages: 1,
  total_results: 1,
  configuredEntries: 10,
}
