import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { cutLength, type NoteRow } from '../../src/contract/notes.ts'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'
import { rows } from './support/table.ts'

const aNote = (id: number, facts: Partial<NoteRow> = {}): NoteRow => ({
  id,
  user: id,
  note: `Note ${id}`,
  // 19/11/2026 04:11 in Madrid.
  createdAt: 1_795_057_874,
  authorName: 'Sam Okafor',
  email: `c${id}@example.com`,
  fullName: `Customer ${id}`,
  ...facts,
})

describe('the notes list', () => {
  // [1.2 notes list] [1.3 note row] [1.9 default sorts]
  test('requests the newest first, and shows note, date and a link to the customer in a new tab', async () => {
    const asked = catchCalls()
    await openScreen('/customers/notes')
    expect(Object.fromEntries(asked[0]?.query ?? [])).toEqual({ page: '1', perPage: '10', sort: 'createdAt', sortDirection: 'desc' })
    await asked[0]?.answer(pageOf([aNote(12)]))
    await waitFor(() => expect(rows()[0]?.textContent).toContain('Note 12'))
    expect(
      within(screen.getByRole('table'))
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Note', 'Date', 'Customer'])
    expect(rows()[0]?.textContent).toContain('19/11/2026 04:11')
    const link = screen.getByRole('link', { name: 'Open Customer 12 in a new tab' })
    expect(link.getAttribute('href')).toBe('/customers/12')
    expect(link.getAttribute('target')).toBe('_blank')
  })

  test('says in the row who wrote a note, if anybody knows', async () => {
    catchCalls(() => pageOf([aNote(12), aNote(13, { authorName: '' })]))
    await openScreen('/customers/notes')
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(rows().map((row) => row.textContent?.includes('Sam Okafor'))).toEqual([true, false])
    expect(rows()[0]?.textContent).toContain('Note 12 · Sam Okafor')
    expect(rows()[1]?.textContent).not.toContain(' · ')
  })

  test.each([
    { length: cutLength, isCut: false },
    { length: cutLength + 1, isCut: true },
  ])('a note of $length characters is truncated: $isCut [1.2 note cut] [1.9 text cuts]', async ({ length, isCut }) => {
    // Each emoji has two code units, but the limit counts characters.
    const note = '🙂'.repeat(length)
    catchCalls(() => pageOf([aNote(12, { note })]))
    await openScreen('/customers/notes')
    await waitFor(() => expect(rows()[0]?.textContent).toContain('🙂'))
    expect(screen.queryAllByRole('button', { name: /^see more/i })).toHaveLength(isCut ? 1 : 0)
    expect(rows()[0]?.textContent).toContain(isCut ? `${'🙂'.repeat(cutLength)}…` : note)
  })

  test("opens the full text with 'See more', and Close returns the focus [1.2 see more]", async () => {
    const note = `${'word '.repeat(40)}end`
    catchCalls(() => pageOf([aNote(12, { note })]))
    const { address } = await openScreen('/customers/notes')
    const more = await screen.findByRole('button', { name: /^see more/i })
    more.focus()
    fireEvent.click(more)
    const dialog = await screen.findByRole('dialog', { name: /note on customer 12/i })
    expect(dialog.textContent).toContain(note)
    expect(dialog.textContent).toContain('Sam Okafor')
    fireEvent.click(within(dialog).getByText(note))
    expect(address()).toBe('/customers/notes')
    const close = within(dialog)
      .getAllByRole('button', { name: 'Close' })
      .find((button) => button.textContent === 'Close')
    fireEvent.click(close ?? dialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(more))
  })

  // [1.8 notes failed] [R24 failed list] [2.8 notes failed]
  test.each([
    // Must come first, because a toast of the previous test would still be shown.
    { status: 502, isNamed: false },
    { status: 500, isNamed: true },
  ])('clears the list after a $status and offers a retry, with the documented toast: $isNamed', async ({ status, isNamed }) => {
    const asked = catchCalls()
    const lists = () => asked.filter(({ path }) => path === '/customers/notes')
    const { queryClient } = await openScreen('/customers/notes')
    await lists()[0]?.answer(pageOf([aNote(12)]))
    await waitFor(() => expect(rows()[0]?.textContent).toContain('Note 12'))
    act(() => void queryClient.invalidateQueries({ queryKey: ['notes'] }))
    await waitFor(() => expect(lists()).toHaveLength(2))
    await lists()[1]?.answer({ statusCode: status, error: 'internal', message: 'No.' }, status)
    await screen.findByRole('button', { name: 'Retry' })
    await waitFor(() => expect(screen.queryAllByText('Request error try again')).toHaveLength(isNamed ? 1 : 0))
    await waitFor(() => expect(screen.queryByText('Note 12')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(lists()).toHaveLength(3))
    await lists()[2]?.answer(pageOf([aNote(13)]))
    await waitFor(() => expect(rows()[0]?.textContent).toContain('Note 13'))
  })

  test('remembers its page size under the general key [1.2 entries fallback]', async () => {
    catchCalls((_path, query) => pageOf([aNote(12)], 100, 1, Number(query.get('perPage'))))
    const { address } = await openScreen('/customers/notes')
    fireEvent.change(await screen.findByLabelText(/a page/), { target: { value: '20' } })
    await waitFor(() => expect(address()).toBe('/customers/notes?perPage=20'))
    expect(window.localStorage.getItem('config.entries')).toBe('20')
  })

  test('shows a message if there are no notes', async () => {
    catchCalls(() => pageOf([]))
    await openScreen('/customers/notes')
    await screen.findByText('Results not found.')
  })
})
