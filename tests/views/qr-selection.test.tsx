import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { paginate } from '../../src/contract/list.ts'
import type { QrRow } from '../../src/contract/qrs.ts'
import { ListPage } from '../../src/layout/list/list-page.tsx'
import { readListSearch } from '../../src/layout/list/list-search.ts'
import { qrsList } from '../../src/layout/records/qrs-list.tsx'
import { qrsSearch } from '../../src/layout/records/qrs-search.ts'
import { endVisit } from '../../src/layout/session/visit.ts'
import { press, renderConsole } from './palette-harness.tsx'
import { pickFilter, removeFilter, setFilters } from './support/filters.ts'
import { button, doneOf, ids, previewOf } from './support/qr-bulk.ts'
import { type Sent, serve } from './support/serve.ts'

const qr = (id: number): QrRow => ({
  id,
  name: `Code ${id}`,
  type: 'url',
  createdAt: 1_790_000_000,
  updatedAt: 1_790_000_000,
  scans: 0,
  visits: 0,
  virus: false,
  status: 1,
  stopped: 0,
  uri: `u${id}`,
  user: 5,
  owner: null,
  whitelisted: false,
  content: { url: 'https://cafesol.es' },
  qrUri: `https://qr.example.com/u${id}`,
  version: 1,
})

const renderQrs = () => renderConsole(null, <ListPage list={qrsList} />, undefined, (raw) => readListSearch(qrsSearch, raw))

/** Twelve QR codes in pages of ten, and the other calls. */
const listed = (call: Sent) => {
  if (call.path === '/qrs/ids') return { ids: ids(12), total: 12 }
  if (call.path === '/qrs/bulk/preview') return previewOf(call)
  if (call.path === '/qrs/bulk') return doneOf(call)
  const page = Number(call.query.get('page'))
  const rows = ids(12).slice((page - 1) * 10, page * 10)
  return { rows: rows.map(qr), pagination: paginate({ page, perPage: 10 }, 12) }
}

/** The same list, but answers to one path are held until released. */
function serveHolding(path: string) {
  const waiting: (() => void)[] = []
  const server = serve(async (call) => {
    if (call.path === path || call.query.get('type') === path) await new Promise<void>((resolve) => waiting.push(resolve))
    return listed(call)
  })
  return { ...server, letGo: () => act(async () => waiting.splice(0).forEach((resolve) => resolve())) }
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const bar = () => screen.getByRole('region', { name: 'Selected rows' })

/** Presses a key and flushes. Without the flush, the second of two presses would have no effect. */
const tap = (key: string, over: Partial<KeyboardEventInit> = {}) => act(async () => void press(key, over))

describe('selecting QR codes', () => {
  test('works by x, Shift+x and clicks, across pages; Escape clears the selection', async () => {
    serve(listed)
    await renderQrs()
    await screen.findByText('Code 1')
    await tap('j')
    await tap('x')
    await waitFor(() => expect(box('Select Code 1').checked).toBe(true))
    await screen.findByRole('region', { name: 'Selected rows' })
    expect(within(bar()).getByText('1 selected')).toBeDefined()
    await tap('j')
    await tap('j')
    await tap('X', { shiftKey: true })
    expect(within(bar()).getByText('3 selected')).toBeDefined()
    await tap(']')
    await screen.findByText('Code 11')
    expect(within(bar()).getByText('3 selected')).toBeDefined()
    fireEvent.click(box('Select all rows on this page'))
    expect(within(bar()).getByText('5 selected')).toBeDefined()
    await tap('[')
    await screen.findByText('Code 1')
    expect(box('Select Code 2').checked).toBe(true)
    expect(box('Select all rows on this page').indeterminate).toBe(true)
    fireEvent.click(box('Select Code 2'))
    expect(within(bar()).getByText('4 selected')).toBeDefined()
    await tap('Escape')
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  })

  test('Shift+arrow keys extend and shrink the selection, as in mail clients', async () => {
    serve(listed)
    await renderQrs()
    await screen.findByText('Code 1')
    const chosen = () => ids(10).filter((id) => box(`Select Code ${id}`).checked)
    const down = () => tap('ArrowDown', { shiftKey: true })
    const up = () => tap('ArrowUp', { shiftKey: true })
    act(() => screen.getByText('Code 2').closest<HTMLElement>('a, button')?.focus())
    await down()
    expect(chosen()).toEqual([2, 3])
    await down()
    expect(chosen()).toEqual([2, 3, 4])
    await up()
    expect(chosen()).toEqual([2, 3])
    await up()
    await up()
    expect(chosen()).toEqual([1, 2])
    await up()
    expect(chosen()).toEqual([1, 2])
    // The next run begins at the row last selected by hand; other selected rows stay.
    await tap('j')
    await tap('j')
    await tap('j')
    await tap('j')
    await tap('x')
    await up()
    expect(chosen()).toEqual([1, 2, 4, 5])
  })

  test('can select all matches; changing the filter clears the selection', async () => {
    const server = serve(listed)
    await renderQrs()
    await screen.findByText('Code 1')
    fireEvent.click(box('Select Code 1'))
    await screen.findByRole('region', { name: 'Selected rows' })
    fireEvent.click(within(bar()).getByRole('button', { name: 'Select all 12 that match' }))
    await within(bar()).findByText('12 selected')
    expect(server.to('/qrs/ids')).toHaveLength(1)
    await pickFilter('Type', 'Menu')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull())
  })

  const noBar = () => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  const askForAll = async (server: ReturnType<typeof serveHolding>) => {
    await screen.findByRole('region', { name: 'Selected rows' })
    fireEvent.click(within(bar()).getByRole('button', { name: 'Select all 12 that match' }))
    await waitFor(() => expect(server.to('/qrs/ids')).toHaveLength(1))
  }

  test.each<[string, () => Promise<unknown>, () => unknown]>([
    [
      'another selection',
      async () => {
        await tap('Escape')
        fireEvent.click(box('Select Code 2'))
      },
      () => expect(within(bar()).getByText('1 selected')).toBeDefined(),
    ],
    [
      'another filter',
      async () => {
        await pickFilter('Type', 'Menu')
        await waitFor(noBar)
      },
      noBar,
    ],
  ])('a response for all matches that arrives after %s is ignored', async (_what, meanwhile, expected) => {
    const server = serveHolding('/qrs/ids')
    await renderQrs()
    await screen.findByText('Code 1')
    fireEvent.click(box('Select Code 1'))
    await askForAll(server)
    await meanwhile()
    await server.letGo()
    expected()
  })

  test('a response for all matches that arrives after the visit ends is not kept for the next user', async () => {
    const server = serveHolding('/qrs/ids')
    await renderQrs()
    await screen.findByText('Code 1')
    fireEvent.click(box('Select Code 1'))
    await askForAll(server)
    endVisit()
    await server.letGo()
    cleanup()
    await renderQrs()
    await screen.findByText('Code 1')
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  })

  test('the selection is kept when the user returns, but not after the filter has changed', async () => {
    serve(listed)
    await renderQrs()
    await screen.findByText('Code 1')
    fireEvent.click(box('Select Code 1'))
    cleanup()
    await renderQrs()
    await screen.findByText('Code 1')
    expect(within(bar()).getByText('1 selected')).toBeDefined()
    await pickFilter('Type', 'Menu')
    await waitFor(noBar)
    removeFilter('Type: Menu')
    await waitFor(() => expect(setFilters()).toEqual([]))
    noBar()
    cleanup()
    await renderQrs()
    await screen.findByText('Code 1')
    noBar()
  })

  test('selecting all rows is disabled until rows have loaded', async () => {
    const server = serveHolding('/qrs')
    await renderQrs()
    const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all rows on this page' })
    expect(all.disabled).toBe(true)
    await server.letGo()
    await screen.findByText('Code 1')
    fireEvent.click(all)
    expect(within(bar()).getByText('10 selected')).toBeDefined()
  })

  test('rows from the previous filter can’t be selected while still on screen', async () => {
    const server = serveHolding('menu')
    await renderQrs()
    await screen.findByText('Code 1')
    await tap('j')
    await pickFilter('Type', 'Menu')
    await waitFor(() => expect(server.sent.at(-1)?.query.get('type')).toBe('menu'))
    expect(screen.getByText('Code 1')).toBeDefined()
    await tap('x')
    await tap('X', { shiftKey: true })
    fireEvent.click(box('Select all rows on this page'))
    noBar()
    await server.letGo()
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
    fireEvent.click(box('Select Code 1'))
    expect(within(bar()).getByText('1 selected')).toBeDefined()
  })

  test('an action’s shortcut applies to all selected rows and clears the selection afterwards', async () => {
    const server = serve(listed)
    await renderQrs()
    await screen.findByText('Code 1')
    fireEvent.click(box('Select Code 1'))
    fireEvent.click(box('Select Code 3'))
    press('q')
    press('s')
    const dialog = await screen.findByRole('dialog', { name: 'Change status' })
    expect(dialog.textContent).toContain('2 QR codes')
    fireEvent.click(await screen.findByRole('radio', { name: 'Blocked' }))
    fireEvent.click(button('Preview'))
    await screen.findByText(/Possible for all 2 QR codes/)
    expect(screen.getByRole('dialog', { name: 'Change the status to blocked: 2 QR codes' })).toBeDefined()
    fireEvent.click(button('Do it for 2'))
    await screen.findByText('2 QR codes set to blocked.')
    expect(server.to('/qrs/bulk')[0]?.body).toMatchObject({ change: { action: 'status', status: 'blocked' }, ids: [1, 3] })
    fireEvent.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  })
})
