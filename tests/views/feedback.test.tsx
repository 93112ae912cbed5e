import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { FeedbackRow } from '../../src/contract/notes.ts'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { rows } from './support/table.ts'

const feedback = (id: number, facts: Partial<FeedbackRow> = {}): FeedbackRow => ({
  id,
  user: id + 100,
  note: `Feedback ${id}`,
  reasonType: 'too_complex',
  createdAt: 1_795_057_874,
  ...facts,
})

describe('the feedback list', () => {
  test('shows note, reason, date and a link to the customer, newest first [1.2 feedback list] [1.9 default sorts]', async () => {
    const asked = catchCalls()
    await openScreen('/customers/feedback')
    expect(Object.fromEntries(asked[0]?.query ?? [])).toMatchObject({ sortField: 'createdAt', sortDirection: 'desc' })
    await asked[0]?.answer(pageOf([feedback(1)]))
    await waitFor(() => expect(rows()[0]?.textContent).toContain('Feedback 1'))
    expect(
      within(screen.getByRole('table'))
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Note', 'Reason', 'Date', 'Customer'])
    expect(rows()[0]?.textContent).toContain('Too complex')
    expect(rows()[0]?.textContent).toContain('19-11-2026 04:11:14')
    expect(screen.getByRole('link', { name: 'Open customer #101 in a new tab' }).getAttribute('href')).toBe('/customers/101')
  })

  test('truncates both note and reason [1.2 feedback cut]', async () => {
    catchCalls(() => pageOf([feedback(1, { note: 'n'.repeat(151), reasonType: 'r'.repeat(151) })]))
    await openScreen('/customers/feedback')
    const buttons = await screen.findAllByRole('button', { name: /^see more/i })
    expect(buttons).toHaveLength(2)
    fireEvent.click(buttons[1] ?? document.body)
    expect((await screen.findByRole('dialog')).textContent).toContain('r'.repeat(151))
  })

  test('shares its page size with the customers list [1.2 feedback page size] [R22 shared page sizes]', async () => {
    window.localStorage.setItem('customerEntries', '50')
    const asked = catchCalls()
    await openScreen('/customers/feedback')
    expect(asked[0]?.query.get('perPage')).toBe('50')
  })

  test('reloads on Retry after a failure [1.2 feedback retry]', async () => {
    const asked = catchCalls()
    await openScreen('/customers/feedback')
    await asked[0]?.answer({ statusCode: 500, error: 'internal', message: 'No.' }, 500)
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    await asked[1]?.answer(pageOf([feedback(2)]))
    await waitFor(() => expect(rows()[0]?.textContent).toContain('Feedback 2'))
  })
})
