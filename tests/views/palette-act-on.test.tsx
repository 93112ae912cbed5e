import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closePalette } from '../../src/layout/commands/palette-state.ts'
import { rememberRecord } from '../../src/layout/commands/recent.ts'
import { setWalk, walkNow } from '../../src/layout/list/walk/walk.ts'
import {
  anaFound,
  type Call,
  chosenRow,
  enterText,
  holdCalls,
  listOf,
  openPalette,
  press,
  renderConsole,
  rows,
  user,
} from './palette-harness.tsx'
import { aCustomer } from './support/customer.ts'

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

const ana = aCustomer({
  id: 8812,
  email: 'ana@cafesol.es',
  status: 'active',
  subscriptionStatus: 'active',
  planName: 'Pro',
  is2faEnabled: true,
})
const input = () => screen.getByRole<HTMLInputElement>('combobox')
const preview = () => screen.getByLabelText('Preview')

const qrOf = (id: number, uri: string) => ({
  id,
  name: `Menu ${id}`,
  uri,
  type: 'url',
  createdAt: 1,
  updatedAt: 1,
  scans: 5,
  visits: 1234,
  virus: false,
  status: 1,
  stopped: 0,
  user: 3,
  whitelisted: false,
  content: { url: 'https://menu.example.com' },
  qrUri: `https://qr.example.com/${uri}`,
  version: 1,
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
    expect(chosenRow()).toContain('unavailable: Not canceled by staff.')
    expect(screen.getByRole('option', { selected: true }).getAttribute('aria-disabled')).toBe('true')
    press('Enter')
    await screen.findByText(/^Unavailable: Not canceled by staff/)
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

describe('the preview', () => {
  const remember = (id: number, label: string) =>
    rememberRecord(user.id, { type: 'customer', id, label, detail: `${id}@example.com`, href: `/customers/${id}` })

  test('sends no request until a row stays highlighted, and none for rows passed over', async () => {
    const { calls } = holdCalls()
    await renderConsole()
    remember(3, 'Third')
    remember(2, 'Second')
    remember(1, 'First')
    await openPalette()
    await waitFor(() => expect(within(preview()).getByText('First')).toBeDefined())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const moveOn = () => {
      press('ArrowDown')
      act(() => void vi.advanceTimersByTime(50))
      act(() => void vi.advanceTimersByTime(69))
    }
    moveOn()
    moveOn()
    expect(calls.filter(({ path }) => path !== '/customers/1')).toEqual([])
    await act(async () => {
      vi.advanceTimersByTime(1)
      await Promise.resolve()
    })
    vi.useRealTimers()
    expect(calls.map(({ path }) => path)).toContain('/customers/3')
    expect(calls.map(({ path }) => path)).not.toContain('/customers/2')
  })

  test('shows the key facts first, and offers a retry if a further fact fails to load', async () => {
    const { call } = holdCalls()
    await renderConsole()
    remember(8812, 'Ana Ruiz')
    await openPalette()
    await (await call(/GET \/customers\/8812$/)).answer({ ...ana, planPrice: 1990, planCurrency: 'eur', planMonths: 1 })
    await waitFor(() => expect(within(preview()).getByText('active')).toBeDefined())
    expect(within(preview()).getByText('Pro · 19,90 €/month')).toBeDefined()
    expect(within(preview()).getByText('2FA on')).toBeDefined()
    expect(within(preview()).queryByText('Banned')).toBeNull()
    await (await call(/GET \/payments\?user=8812/)).fail(500, 'Broken')
    await waitFor(() => expect(within(preview()).getByText('Retry')).toBeDefined())
    await (await call(/GET \/qrs\?customer=8812/)).answer(listOf([]))
    await waitFor(() => expect(within(preview()).getByText('0')).toBeDefined())
    expect(document.activeElement).toBe(input())
  })

  test('aborts the request of a row that is no longer highlighted', async () => {
    const { call } = holdCalls()
    await renderConsole()
    remember(8812, 'Ana Ruiz')
    remember(5, 'Luis Prat')
    await openPalette()
    const luis = await call(/GET \/customers\/5$/)
    press('ArrowDown')
    await waitFor(() => expect(luis.signal?.aborted).toBe(true))
    await call(/GET \/customers\/8812$/)
  })

  test('shows a command’s target and why it cannot run', async () => {
    holdCalls()
    await renderConsole({ type: 'customer', record: ana })
    await openPalette()
    enterText('resume')
    await waitFor(() => expect(within(preview()).getByText('Not canceled by staff.')).toBeDefined())
    expect(within(preview()).getByText('Ana Ruiz (ana@cafesol.es, #8812)')).toBeDefined()
  })
})

describe('several identifiers', () => {
  const pasted = 'ana@cafesol.es\nnobody@x.es\n#5\n8812'
  const bea = { id: 5, email: 'bea@sol.es', firstname: 'Bea', lastname: 'Sol' }

  function paste(text: string) {
    fireEvent.paste(input(), { clipboardData: { getData: () => text } })
  }

  async function answerAll(call: (path: RegExp) => Promise<Call>) {
    await (await call(/find\/#?5$/)).answer(bea)
    await (await call(/find\/nobody/)).fail(404, 'Not found')
    await (await call(/find\/8812/)).answer(anaFound)
    await (await call(/find\/ana/)).answer(anaFound)
  }

  test('are listed in their order, each once, including those not found', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    paste(pasted)
    expect(input().value).toBe('ana@cafesol.es, nobody@x.es, #5, 8812')
    expect(screen.getByText('4 identifiers')).toBeDefined()
    expect(
      rows()
        .slice(1)
        .map((row) => row?.replace('searching…', '')),
    ).toEqual(['ana@cafesol.es', 'nobody@x.es', '#5', '8812'])
    await answerAll(call)
    await screen.findByText('2 of 3 found')
    const [walk, first, second, third] = rows()
    expect(walk).toContain('Go through these 2 records')
    expect(first).toContain('Ana Ruiz')
    expect(second).toContain('nobody@x.esnot found')
    expect(third).toContain('Bea Sol')
    expect(rows()).toHaveLength(4)
  })

  test('Enter before the responses starts the walk once all have arrived', async () => {
    const { call } = holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    paste(pasted)
    press('Enter')
    expect(at()).toBe('/start')
    await answerAll(call)
    await waitFor(() => expect(at()).toBe('/customers/8812'))
    expect(walkNow()?.rows.map(({ href }) => href)).toEqual(['/customers/8812', '/customers/5'])
  })

  test('each can be opened, and Escape returns from its actions', async () => {
    const { call } = holdCalls()
    const { at } = await renderConsole()
    await openPalette()
    paste(pasted)
    await answerAll(call)
    await screen.findByText('2 of 3 found')
    press('ArrowUp')
    expect(chosenRow()).toContain('Bea Sol')
    press('Tab')
    await screen.findByText('Act on')
    press('Escape')
    await waitFor(() => expect(chosenRow()).toContain('Bea Sol'))
    press('Enter')
    await waitFor(() => expect(at()).toBe('/customers/5'))
  })

  test('can be changed in bulk if all are QR codes', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    paste('https://qr.example.com/aB3xYz\nhttps://qr.example.com/cD4eFg')
    await (await call(/searchTerm=aB3xYz/)).answer(listOf([qrOf(4, 'aB3xYz')]))
    await (await call(/searchTerm=cD4eFg/)).answer(listOf([qrOf(6, 'cD4eFg')]))
    await screen.findByText('2 of 2 found')
    press('ArrowDown')
    expect(chosenRow()).toContain('Act on all 2 QR codes')
    press('Enter')
    await waitFor(() => expect(rows().join()).toContain('Change status'))
    expect(screen.getAllByText('2 QR codes').length).toBeGreaterThan(0)
  })

  test('a failed lookup is shown in its row and can be retried', async () => {
    const { call } = holdCalls()
    await renderConsole()
    await openPalette()
    paste('ana@cafesol.es\nbea@sol.es')
    await (await call(/find\/ana/)).fail(500, 'Broken')
    await (await call(/find\/bea/)).answer(bea)
    fireEvent.click(await screen.findByText(/^ana@cafesol.es could not be looked up/))
    await (await call(/find\/ana/)).answer(anaFound)
    await screen.findByText('2 of 2 found')
    expect(rows()[1]).toContain('Ana Ruiz')
  })

  test('sends at most four requests in parallel, and aborts them when the text is replaced', async () => {
    const { calls } = holdCalls()
    await renderConsole()
    await openPalette()
    paste(Array.from({ length: 9 }, (_, index) => `#${index + 1}`).join('\n'))
    await waitFor(() => expect(calls).toHaveLength(4))
    await act(async () => {
      enterText('')
      await Promise.resolve()
    })
    await waitFor(() => expect(calls.every(({ signal }) => signal?.aborted)).toBe(true))
    expect(calls).toHaveLength(4)
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
