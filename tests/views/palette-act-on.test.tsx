import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closePalette } from '../../src/layout/commands/palette-state.ts'
import { rememberRecord } from '../../src/layout/commands/recent.ts'
import { setWalk } from '../../src/layout/list/walk/walk.ts'
import {
  ana,
  anaFound,
  type Call,
  chosenRow,
  enterText,
  holdCalls,
  input,
  listOf,
  openPalette,
  press,
  qrOf,
  renderConsole,
  rows,
  user,
} from './palette-harness.tsx'

beforeEach(() => {
  localStorage.clear()
  setWalk(null)
})
afterEach(() => {
  closePalette()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens the palette and finds Ana. */
async function findAna(call: (path: RegExp) => Promise<Call>) {
  await openPalette()
  enterText('ana@cafesol.es')
  await (await call(/find\/ana/)).answer(anaFound)
  await waitFor(() => expect(chosenRow()).toContain('Ana Ruiz'))
}

test('Ctrl+K starts over below the top level, and closes the palette at the top', async () => {
  const { call } = holdCalls()
  await renderConsole()
  await findAna(call)
  press('Tab')
  await screen.findByText('Act on')
  press('k', { ctrlKey: true })
  await waitFor(() => expect(screen.queryByText('Act on')).toBeNull())
  expect([input().value, document.activeElement]).toEqual(['', input()])
  press('k', { ctrlKey: true })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

describe('Tab', () => {
  test('lists the commands that fit the record, and Enter runs one on it', async () => {
    const { call, calls } = holdCalls()
    await renderConsole()
    await findAna(call)
    press('Tab')
    expect(await screen.findByText('Act on')).toBeDefined()
    expect(rows()).toEqual([])
    await (await call(/GET \/customers\/8812$/)).answer({ ...ana, banned: true })
    await waitFor(() => expect(rows().join()).toContain('Unban Ana Ruiz'))
    expect(screen.getByText('Ana Ruiz (ana@cafesol.es, #8812)')).toBeDefined()
    enterText('unban')
    expect(chosenRow()).toContain('Unban Ana Ruiz')
    press('Enter')
    await screen.findByText('Unban Ana Ruiz?')
    expect(calls.every(({ method }) => method === 'GET')).toBe(true)
  })

  test.each([
    ['runs what its commands then offer first', 'unban', null],
    ['is forgotten when more is typed', 'unba', 'unban'],
  ])('an Enter while the record is loading %s', async (_name, text, more) => {
    const { call } = holdCalls()
    await renderConsole()
    await findAna(call)
    press('Tab')
    await screen.findByText('Act on')
    const facts = await call(/GET \/customers\/8812$/)
    enterText(text)
    press('Enter')
    await screen.findByText('Still loading…')
    if (more !== null) enterText(more)
    await facts.answer({ ...ana, banned: true })
    if (more === null) return void (await screen.findByText('Unban Ana Ruiz?'))
    await waitFor(() => expect(chosenRow()).toContain('Unban Ana Ruiz'))
    expect(screen.queryByText('Unban Ana Ruiz?')).toBeNull()
  })

  test.each<[string, () => void]>([
    ['Escape', () => press('Escape')],
    ['Shift+Tab', () => press('Tab', { shiftKey: true })],
    ['Backspace where nothing is typed', () => press('Backspace')],
  ])('%s returns to the previous results and selection', async (_name, back) => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    enterText('8812')
    await (await call(/find\/8812/)).answer(anaFound)
    await (await call(/GET \/invoices/)).answer(listOf([{ id: 8812, createdAt: 1_700_000_000, link: 'f', customer: 3 }]))
    await waitFor(() => expect(rows()).toHaveLength(2))
    press('ArrowDown')
    expect(chosenRow()).toContain('Invoice 8812')
    press('Tab')
    await waitFor(() => expect(rows().join()).toContain('Reupload'))
    back()
    await waitFor(() => expect(input().value).toBe('8812'))
    expect(document.activeElement).toBe(input())
    expect(chosenRow()).toContain('Invoice 8812')
  })

  test('Escape from a question returns to the actions, with the typed text and selection kept', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await findAna(call)
    press('Tab')
    await (await call(/GET \/customers\/8812$/)).answer({ ...ana, status: 'trialing', subscriptionStatus: 'trialing' })
    await waitFor(() => expect(rows().length).toBeGreaterThan(0))
    enterText('extend')
    press('Enter')
    await screen.findByLabelText('Days', { selector: 'input' })
    press('Escape')
    await waitFor(() => expect(input().value).toBe('extend'))
    expect(chosenRow()).toContain('Extend trial')
  })

  test('pressed before the response, acts on the exact match once it arrives', async () => {
    const { call } = holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    enterText('ana@cafesol.es')
    press('Tab')
    expect(document.activeElement).toBe(input())
    await (await call(/find\/ana/)).answer(anaFound)
    await screen.findByText('Act on')
    expect(at()).toBe('/start')
  })

  test('shows why a command is blocked, and does not run it', async () => {
    const { call, calls } = holdCalls()
    await renderConsole()
    await findAna(call)
    press('Tab')
    await (await call(/GET \/customers\/8812$/)).answer(ana)
    await waitFor(() => expect(rows().length).toBeGreaterThan(0))
    enterText('resume')
    expect(chosenRow()).toContain('unavailable: Staff didn’t cancel it.')
    expect(screen.getByRole('option', { selected: true }).getAttribute('aria-disabled')).toBe('true')
    press('Enter')
    await screen.findByText(/^Unavailable: Staff didn’t cancel it/)
    expect(calls.every(({ method }) => method === 'GET')).toBe(true)
  })

  test('reports a missing record, and offers a retry after a failure', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await findAna(call)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    press('Tab')
    // The preview waits before it asks for the record too. If that came after the failure, it would be a second try.
    act(() => void vi.advanceTimersByTime(50))
    act(() => void vi.advanceTimersByTime(70))
    vi.useRealTimers()
    await screen.findByText('Act on')
    await (await call(/GET \/customers\/8812$/)).fail(500, 'Broken')
    fireEvent.click(await screen.findByText('Load again'))
    await (await call(/GET \/customers\/8812$/)).fail(404, 'Not found')
    expect((await screen.findAllByText('This record no longer exists.')).length).toBeGreaterThan(0)
  })

  test('a row’s actions can also be opened by mouse', async () => {
    holdCalls()
    await renderConsole()
    rememberRecord(user.id, { type: 'customer', id: 8812, label: 'Ana Ruiz', detail: 'ana@cafesol.es', href: '/customers/8812' })
    await openPalette()
    const [row] = await screen.findAllByRole('option')
    const way = row?.querySelector('[data-act-on]')
    if (!way) throw new Error('The line has no way to its actions.')
    fireEvent.click(way)
    expect(await screen.findByText('Act on')).toBeDefined()
  })
})

describe('a new tab', () => {
  const invoice = { id: 77, createdAt: 1_700_000_000, link: 'f', customer: 3 }
  const kinds: [kind: string, text: string, answer: (call: (path: RegExp) => Promise<Call>) => Promise<void>, row: string, href: string][] =
    [
      ['a customer', 'ana@cafesol.es', async (call) => (await call(/find\/ana/)).answer(anaFound), 'Ana Ruiz', '/customers/8812'],
      [
        'a QR code',
        'https://qr.example.com/aB3xYz',
        async (call) => (await call(/searchTerm=aB3xYz/)).answer(listOf([qrOf(4, 'aB3xYz')])),
        'Menu 4',
        '/qrs?searchTerm=aB3xYz&searchMode=uri&exactSearch=true&panel=qr-4',
      ],
      [
        'an invoice',
        'INV-77',
        async (call) => (await call(/invoiceId=77/)).answer(listOf([invoice])),
        'Invoice 77',
        '/invoices?invoiceId=77&panel=invoice-77',
      ],
      ['a page', 'go to payments', async () => {}, 'Payments', '/payments'],
      [
        'one of several',
        'INV-77, ana@cafesol.es',
        async (call) => {
          await (await call(/find\/ana/)).answer(anaFound)
          await (await call(/invoiceId=77/)).answer(listOf([invoice]))
        },
        'Ana Ruiz',
        '/customers/8812',
      ],
    ]
  const ways: [string, (row: HTMLElement) => void][] = [
    ['Ctrl+Enter', () => press('Enter', { ctrlKey: true })],
    ['Meta+Enter', () => press('Enter', { metaKey: true })],
    ['Ctrl+click', (row) => fireEvent.click(row, { ctrlKey: true })],
  ]

  test.each(kinds.flatMap(([kind, ...rest]) => ways.map(([way, open]) => [kind, way, open, ...rest] as const)))(
    'opens %s with %s',
    async (_kind, _way, open, text, answer, label, href) => {
      const { call } = holdCalls()
      const opened = vi.fn<typeof window.open>()
      vi.stubGlobal('open', opened)
      const { at } = await renderConsole()
      await openPalette()
      enterText(text)
      await answer(call)
      await waitFor(() => expect(rows().join()).toContain(label))
      const row = screen.getAllByRole('option').find(({ textContent }) => textContent.includes(label))
      if (!row) throw new Error(`There is no row for ${label}.`)
      while (chosenRow() !== row.textContent) press('ArrowDown')
      open(row)
      await waitFor(() => expect(opened).toHaveBeenCalledWith(href, '_blank', expect.any(String)))
      expect(at()).toBe('/start')
    },
  )
})
