import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { paginate } from '../../src/contract/list.ts'
import type { QrRow } from '../../src/contract/qrs.ts'
import { bulkState, openBulk } from '../../src/layout/commands/bulk-state.ts'
import { questions } from '../../src/layout/commands/questions.ts'
import { ListPage } from '../../src/layout/list/list-page.tsx'
import { readListSearch } from '../../src/layout/list/list-search.ts'
import { qrsList } from '../../src/layout/records/qrs-list.tsx'
import { qrsSearch } from '../../src/layout/records/qrs-search.ts'
import { endVisit } from '../../src/layout/session/visit.ts'
import { press, renderConsole } from './palette-harness.tsx'
import { type Sent, serve } from './support/serve.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  questions.set([])
  bulkState.set(null)
  vi.unstubAllGlobals()
})

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)
/** Every hundredth is already whitelisted. */
const whyNot = (id: number) => (id % 100 === 0 ? 'Already whitelisted.' : null)
const previewOf = ({ body }: Sent) => ({
  rows: (body?.ids ?? []).map((id) => ({ id, name: `QR ${id}`, uri: `u${id}`, refusal: whyNot(id) })),
})
const doneOf = ({ body }: Sent) => ({ rows: (body?.ids ?? []).map((id) => ({ id, refusal: null })) })

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const open = (count: number) => act(() => openBulk({ title: 'Whitelist', of: 'qrs', change: { action: 'whitelist' }, ids: ids(count) }))

describe('a bulk change of QR codes', () => {
  test('before confirmation, shows the scan impact of the QR codes that can change', async () => {
    serve(previewOf)
    await renderConsole()
    const touched: number[][] = []
    const touches = async (of: readonly number[]) => {
      touched.push([...of])
      return `${of.length} live QR codes: 7 scans in the last 30 days.`
    }
    act(() => openBulk({ title: 'Transfer', of: 'qrs', change: { action: 'transfer', destiny: 5 }, ids: ids(200), touches }))
    await screen.findByText('198 live QR codes: 7 scans in the last 30 days.')
    expect(touched).toEqual([ids(200).filter((id) => whyNot(id) === null)])
    fireEvent.click(button('Do it for 198'))
    await waitFor(() => expect(screen.queryByText(/7 scans/)).toBeNull())
  })

  // [2.7 qr bulk]
  test('previews what is possible; a failed part stops no others and can be retried; one undo covers the batch', async () => {
    let isBroken = true
    const server = serve((call) => {
      if (call.path === '/qrs/bulk/preview') return previewOf(call)
      if (call.path === '/undo/batch') return { undone: 989, kept: [{ id: 7, refusal: 'QR 7 has been changed since.' }] }
      if (call.path === '/qrs/bulk' && isBroken && call.body?.ids?.includes(450)) return 500
      return doneOf(call)
    })
    await renderConsole()
    open(1000)
    await screen.findByText(/Possible for 990 QR codes, not possible for 10\./)
    expect(server.to('/qrs/bulk/preview').map(({ body }) => body?.ids?.length)).toEqual(ids(10).map(() => 100))
    expect(server.to('/qrs/bulk')).toEqual([])

    fireEvent.click(button('Do it for 990'))
    await screen.findByText('890 QR codes done, 10 not possible, 100 failed.')
    const first = server.to('/qrs/bulk')
    expect(first).toHaveLength(10)
    expect(first.every(({ body }) => (body?.ids?.length ?? 0) <= 100)).toBe(true)
    const batch = first[0]?.body?.batch ?? ''
    expect(batch).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)

    isBroken = false
    fireEvent.click(button('Retry 100 that failed'))
    await screen.findByText('990 QR codes done, 10 not possible, 0 failed.')
    const all = server.to('/qrs/bulk')
    expect(all).toHaveLength(11)
    expect(new Set(all.map(({ body }) => body?.batch))).toEqual(new Set([batch]))
    expect(all.at(-1)?.body?.ids).toEqual(first.find(({ body }) => body?.ids?.includes(450))?.body?.ids)

    fireEvent.click(button('Undo everything that was done'))
    await screen.findByText(/Undone for 989 QR codes; 1 stay as they are:/)
    expect(screen.getByText('#7: QR 7 has been changed since.')).toBeDefined()
    expect(server.to('/undo/batch').map(({ body }) => body)).toEqual([{ batch }])
    expect(screen.queryByRole('button', { name: /Undo all/ })).toBeNull()
  })

  test('stops after the current part, warns before leaving while running and resumes with the rest', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const server = serve(async (call) => {
      if (call.path === '/qrs/bulk/preview') return previewOf(call)
      if (call.body?.ids?.includes(1)) await held
      return doneOf(call)
    })
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    await renderConsole()
    open(300)
    fireEvent.click(await screen.findByRole('button', { name: 'Do it for 297' }))
    await screen.findByText('Working: 0 of 297')
    expect(screen.getByRole('progressbar')).toBeDefined()
    expect(leave()).toBe(true)
    press('Escape')
    expect(screen.getByRole('dialog')).toBeDefined()
    fireEvent.click(button('Stop'))
    expect(screen.getByText('Stopping after the current part: 0 of 297')).toBeDefined()
    await act(async () => release())
    await screen.findByText('100 QR codes done, 3 not possible, 0 failed, 197 not begun.')
    expect(server.to('/qrs/bulk')).toHaveLength(1)
    expect(leave()).toBe(false)
    fireEvent.click(button('Go on with 197'))
    await screen.findByText('297 QR codes done, 3 not possible, 0 failed.')
    expect(server.to('/qrs/bulk')).toHaveLength(3)
  })

  test('QR codes that could not be checked are left out, reported and can be rechecked', async () => {
    let isBroken = true
    serve((call) => (isBroken && call.body?.ids?.includes(1) ? 503 : previewOf(call)))
    await renderConsole()
    open(200)
    await screen.findByText(/Possible for 99 QR codes, not possible for 1\. 100 QR codes could not be checked/)
    isBroken = false
    fireEvent.click(button('Check again'))
    expect(await screen.findByText(/Possible for 198 QR codes, not possible for 2\./)).toBeDefined()
  })

  test('reports refused and missing rows; a failed undo is reported and can be retried', async () => {
    let undos = 0
    serve((call) => {
      if (call.path === '/qrs/bulk/preview') return { rows: previewOf(call).rows.map((row) => ({ ...row, refusal: null })) }
      if (call.path === '/undo/batch') return ++undos === 1 ? 500 : { undone: 1, kept: [] }
      return {
        rows: [
          { id: 1, refusal: null },
          { id: 2, refusal: 'Already whitelisted.' },
        ],
      }
    })
    await renderConsole()
    open(3)
    fireEvent.click(await screen.findByRole('button', { name: 'Do it for 3' }))
    // The server's answer did not mention the third.
    await screen.findByText('1 QR code done, 1 not possible, 1 failed.')
    fireEvent.click(button('Undo everything that was done'))
    await screen.findByText(/^Not undone: /)
    fireEvent.click(button('Undo everything that was done'))
    expect(await screen.findByText('Undone for 1 QR code.')).toBeDefined()
  })
})

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
    fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'menu' } })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull())
  })

  const chooseType = (value: string) => fireEvent.change(screen.getByLabelText('Type'), { target: { value } })
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
        chooseType('menu')
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
    chooseType('menu')
    await waitFor(noBar)
    chooseType('')
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Type').value).toBe(''))
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
    chooseType('menu')
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
    await screen.findByText(/Possible for 2 QR codes/)
    expect(screen.getByRole('dialog', { name: 'Change the status to blocked: 2 QR codes' })).toBeDefined()
    fireEvent.click(button('Do it for 2'))
    await screen.findByText('2 QR codes done, 0 not possible, 0 failed.')
    expect(server.to('/qrs/bulk')[0]?.body).toMatchObject({ change: { action: 'status', status: 'blocked' }, ids: [1, 3] })
    fireEvent.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  })
})
