import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveChange } from '../../src/contract/live.ts'
import { changeOf, changesAt, FakeEventSource, newest, stubStreams } from '../layout/support/event-source.ts'
import { user } from './palette-harness.tsx'
import { catchCalls, openScreen, pageOf } from './support/console.tsx'

const viewer = { ...user, livePosition: 'p0' }
const qrOf = (id: number, scans = 1) => ({
  id,
  name: `Menu ${id}`,
  type: 'url',
  createdAt: 1_781_510_400,
  updatedAt: 1_781_510_400,
  scans,
  visits: 7,
  virus: false,
  status: 1,
  stopped: 0,
  uri: `uri${id}`,
  user: 7,
  owner: { fullName: 'Ana Ruiz', companyName: null, email: 'ana@sol.es' },
  whitelisted: false,
  content: { url: 'https://cafesol.example' },
  qrUri: `https://qr.example.com/uri${id}`,
  version: 1,
})

/** The rows that the server returns now. */
let rows: ReturnType<typeof qrOf>[]
let reads: number

async function openQrs() {
  catchCalls((path) => {
    if (path === '/qrs') reads += 1
    return path === '/qrs' ? pageOf(rows, rows.length, 1, 10) : path.startsWith('/live') ? { success: true } : undefined
  })
  await openScreen('/qrs', viewer)
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
  await screen.findByText('Menu 1')
}

let position = 0
const tell = (...changes: Partial<LiveChange>[]) =>
  act(async () =>
    newest().say(
      'changes',
      changesAt(
        `p${(position += 1)}`,
        changes.map((change) => changeOf({ type: 'qr', customerId: 7, ...change })),
      ),
    ),
  )
const names = () => [...document.querySelectorAll('tbody tr')].map((row) => /Menu \d+/.exec(row.textContent ?? '')?.[0])

beforeEach(() => {
  stubStreams()
  vi.stubGlobal('BroadcastChannel', undefined)
  rows = [qrOf(1), qrOf(2), qrOf(3)]
  reads = 0
})

describe('a list while others change its records', () => {
  test('updates values in place, marks them and names who changed them', async () => {
    await openQrs()
    rows = [qrOf(1), qrOf(2, 471), qrOf(3)]
    await tell({ id: 2 })
    const cell = await screen.findByText('471')
    await waitFor(() => expect(cell.closest('td')?.hasAttribute('data-changed')).toBe(true))
    expect(cell.closest('td')?.title).toBe('Changed by Marta Vidal')
    expect(names()).toEqual(['Menu 1', 'Menu 2', 'Menu 3'])
    expect(screen.queryByRole('button', { name: /Refresh/ })).toBeNull()
  })

  test('keeps rows in place until Shift+R refreshes the list', async () => {
    await openQrs()
    rows = [qrOf(9), qrOf(1), qrOf(3)]
    await tell({ id: 9 }, { id: 2 })
    const line = await screen.findByRole('button', { name: '1 change · Refresh' })
    expect(names()).toEqual(['Menu 1', 'Menu 2', 'Menu 3'])
    expect(document.querySelectorAll('tr[data-left]')).toHaveLength(1)
    expect(within(document.querySelector<HTMLElement>('tr[data-left]')!).queryByText('Menu 2')).not.toBeNull()
    await act(async () => fireEvent.keyDown(document.body, { key: 'R', code: 'KeyR', shiftKey: true }))
    await waitFor(() => expect(names()).toEqual(['Menu 9', 'Menu 1', 'Menu 3']))
    expect(line.isConnected).toBe(false)
  })

  test('is not refetched for unrelated changes or while the page is hidden', async () => {
    await openQrs()
    const before = reads
    await tell({ type: 'note', id: 7 })
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await tell({ id: 2 })
    expect(reads).toBe(before)
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    await act(async () => document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(reads).toBe(before + 1))
  })

  test('is fully refetched if there were too many changes to send', async () => {
    await openQrs()
    rows = [qrOf(1, 31), qrOf(2), qrOf(3)]
    await act(async () => newest().say('changes', changesAt('p99', [], true)))
    await screen.findByText('31')
  })

  test('does not mark the user’s own changes from another tab', async () => {
    await openQrs()
    rows = [qrOf(1), qrOf(2, 77), qrOf(3)]
    await tell({ id: 2, by: { id: viewer.id, name: 'Me' } })
    const cell = await screen.findByText('77')
    expect(cell.closest('td')?.hasAttribute('data-changed')).toBe(false)
  })
})
