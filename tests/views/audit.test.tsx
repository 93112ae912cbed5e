import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { AuditRow } from '../../src/contract/audit.ts'
import { actionWords } from '../../src/layout/records/action-words.ts'
import { changedFields, changeText } from '../../src/layout/records/changed-fields.ts'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { setFilters, typeFilter } from './support/filters.ts'
import { rows } from './support/table.ts'

const change = (id: number, facts: Partial<AuditRow> = {}): AuditRow => ({
  id,
  at: 1_795_057_874,
  actorId: 1,
  actorEmail: 'olga@quaydesk.test',
  action: 'customer.ban',
  targetType: 'customer',
  targetId: 41,
  before: { banned: false },
  after: { banned: true },
  approvedBy: null,
  ip: '203.0.113.9',
  undoneBy: null,
  batch: null,
  step: null,
  ...facts,
})

describe('describing a change', () => {
  test.each([
    [{ banned: false }, { banned: true }, ['Banned: no → yes']],
    [{ qrLimit: null, email: 'a@x.test' }, { qrLimit: 500, email: 'b@x.test' }, ['QR limit: — → 500', 'Email: a@x.test → b@x.test']],
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, ['B: 2 → 3']],
    [null, { note: 'New' }, ['Note: — → New']],
    [{ triallingEndsAt: null }, { triallingEndsAt: 1_795_057_874 }, ['Trialling ends at: — → 19-11-2026 04:11:14']],
    [
      { amountRefunded: 0, finalAmountRefunded: 0, refundCurrency: null },
      { amountRefunded: 150, finalAmountRefunded: 150, refundCurrency: 'eur', userId: 9 },
      ['Refunded: 0,00\u00a0€ → 1,50\u00a0€'],
    ],
    [
      { amountRefunded: 0, finalAmountRefunded: 0, refundCurrency: null },
      { amountRefunded: 500, finalAmountRefunded: 290, refundCurrency: 'JPY' },
      ['Refunded: 0\u00a0JPY → 500\u00a0JPY', 'Refunded in account currency: 0,00\u00a0€ → 2,90\u00a0€'],
    ],
    [null, null, []],
    [{ list: [1] }, { list: [1, 2] }, ['List: [1] → [1,2]']],
  ])('%j → %j', (before, after, expected) => {
    expect(changedFields(before, after).map(({ name, before: was, after: is }) => `${name}: ${was} → ${is}`)).toEqual(expected)
  })

  const long = 'Called about the invoice of October, wants a copy in Spanish. Will call again.'
  test.each([
    ['—', long, long],
    ['Short.', 'Short too.', 'Short. → Short too.'],
    [long, `${long}\nAnswered: no discount.`, 'added “Answered: no discount.”'],
    [long, long.replace('in Spanish', 'in German'), '“Spanish.” → “German.”'],
    [long, long.replace(', wants a copy in Spanish', ''), '“October, wants a copy in Spanish.” → “October.”'],
    [`${long} And again.`, long, 'removed “And again.”'],
    [long, long.split(' ').toReversed().join(' '), `${long} → ${long.split(' ').toReversed().join(' ')}`],
  ])('shows of a long text what differs: %s, %s', (before, after, text) => {
    expect(changeText({ name: 'Note', before, after })).toBe(text)
  })

  test('leaves author and time of a note to the row', () => {
    const note = (text: string, createdAt: number) => ({ note: text, createdAt, authorId: 1, authorName: 'Sam' })
    expect(changedFields(note('A', 1_795_057_874), note('B', 1_795_057_999)).map(({ name }) => name)).toEqual(['Note'])
  })

  test.each([
    ['customer.ban', 'Banned'],
    ['qr.change-status', 'Qr: change status'],
    ['strange', 'Strange'],
  ])('%s reads %s', (action, words) => expect(actionWords(action)).toBe(words))
})

describe('the audit trail', () => {
  test('shows who did what to whom and when, with values before and after, and if it was undone [1.2 audit]', async () => {
    catchCalls(() =>
      pageOf([
        change(3, { undoneBy: 4 }),
        change(2, {
          action: 'payment.refund',
          targetType: 'payment',
          targetId: 8,
          before: null,
          after: { userId: 5, reason: 'x'.repeat(200) },
        }),
        change(1, { action: 'auth.sign-in', targetType: 'staff', targetId: 1, before: null, after: null }),
      ]),
    )
    await openScreen('/audit')
    await waitFor(() => expect(rows()).toHaveLength(3))
    const text = rows()[0]?.textContent
    for (const part of ['19-11-2026 04:11:14', 'olga@quaydesk.test', 'Banned', 'undone', 'Customer #41', 'Banned: no → yes'])
      expect(text).toContain(part)
    const links = screen.getAllByRole('link', { name: /: open / }).map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/customers/41', '/customers/5', '/audit?targetType=staff&targetId=1'])
    expect(rows()[1]?.textContent).not.toContain('undone')
    fireEvent.click(within(rows()[1] ?? document.body).getByRole('button', { name: /^see more/i }))
    expect((await screen.findByRole('dialog')).textContent).toContain(`Reason: ${'x'.repeat(200)}`)
  })

  test('filters by actor, action, target and time from the URL', async () => {
    const asked = catchCalls()
    await openScreen('/audit?actor=olga&action=customer.ban&targetType=customer&targetId=41&from=1700000000&to=1700086399')
    expect(Object.fromEntries(asked[0]?.query ?? [])).toMatchObject({
      actor: 'olga',
      action: 'customer.ban',
      targetType: 'customer',
      targetId: '41',
      from: '1700000000',
      to: '1700086399',
    })
    await asked[0]?.answer(pageOf([change(3)]))
    expect(setFilters()).toEqual(expect.arrayContaining(['Action: Banned', 'Target: Customer', 'Target #41']))
  })

  test('links to the list of all changes for a record without a page', async () => {
    catchCalls(() => pageOf([change(1, { action: 'auth.sign-in', targetType: 'staff', targetId: 1, before: null, after: null })]))
    const { address } = await openScreen('/audit')
    fireEvent.click(await screen.findByRole('link', { name: 'Staff account #1: open all changes of staff account #1' }))
    await waitFor(() => expect(address()).toBe('/audit?targetType=staff&targetId=1'))
  })

  test('applies a typed id on Enter and shows an error for an invalid one', async () => {
    catchCalls(() => pageOf([change(1)]))
    const { address } = await openScreen('/audit')
    await screen.findByRole('table')
    const box = await typeFilter('Target id', '4x')
    expect(screen.getByRole('alert').textContent).toBe('Must be a number.')
    fireEvent.submit(box)
    expect(address()).toBe('/audit')
    fireEvent.change(box, { target: { value: '41' } })
    fireEvent.submit(box)
    await waitFor(() => expect(address()).toBe('/audit?targetId=41'))
  })
})
