import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { allCapabilities } from '../../src/contract/capabilities.ts'
import { openScreen, pageOf } from './support/console.tsx'

const note = (id: number) => ({
  user: id,
  id,
  note: 'Calls on Mondays.',
  createdAt: 1_780_000_000,
  authorName: 'Staff',
  email: `c${id}@example.com`,
  fullName: 'Ana Ruiz',
})

let saved: string[]
let exports: { url: string; send: (text: string) => Promise<void>; end: () => Promise<void>; signal: AbortSignal | null | undefined }[]

/** Answers the list immediately. Exports stream as the test sends them. */
function serve(rows: readonly ReturnType<typeof note>[]) {
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (!url.includes('/exports/')) return Promise.resolve(Response.json(pageOf(rows, rows.length)))
    let stream: ReadableStreamDefaultController<Uint8Array> | null = null
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
      },
    })
    const inAct = (change: () => void) => act(() => Promise.resolve(change()))
    exports.push({
      url,
      signal: init?.signal,
      send: (text) => inAct(() => stream?.enqueue(new TextEncoder().encode(text))),
      end: () => inAct(() => stream?.close()),
    })
    return Promise.resolve(new Response(body, { headers: { 'x-total-count': '4500' } }))
  })
}

beforeEach(() => {
  saved = []
  exports = []
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z'), toFake: ['Date'] })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})

const notesAt = (address: string, capabilities = allCapabilities) => openScreen(address, { capabilities })

const button = () => screen.findByRole('button', { name: 'Export all as CSV' })
const rowsOf = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `${from + index},x\r\n`).join('')

describe('list export', () => {
  test('exports the whole list in its sort order, shows progress, and saves only the complete file [1.7 exports]', async () => {
    serve([note(1), note(2)])
    await notesAt('/customers/notes?sort=createdAt&sortDirection=asc')
    fireEvent.click(await button())
    await waitFor(() => expect(exports).toHaveLength(1))
    const url = new URL(exports[0]?.url ?? '', 'http://localhost')
    expect([url.pathname, url.searchParams.get('sort'), url.searchParams.get('sortDirection')]).toEqual([
      '/api/admin/exports/notes',
      'createdAt',
      'asc',
    ])
    const bar = await screen.findByRole('progressbar')
    await exports[0]?.send(`Customer id,Note\r\n${rowsOf(0, 1500)}`)
    await waitFor(() => expect(bar.getAttribute('aria-valuetext')).toBe('1.500 of 4.500 rows'))
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['1500', '4500'])
    expect(screen.getAllByRole('row').length).toBeGreaterThan(2)
    const again = await button()
    expect([again.getAttribute('aria-disabled'), again.title]).toEqual(['true', expect.stringContaining('An export is running.')])
    fireEvent.click(again)
    expect(exports).toHaveLength(1)
    await exports[0]?.send(rowsOf(1500, 4500))
    expect(saved).toEqual([])
    await exports[0]?.end()
    await waitFor(() => expect(saved).toEqual(['Quaydesk-notes-2026-03-01.csv']))
    await screen.findByText('Exported: Quaydesk-notes-2026-03-01.csv, 4.500 rows.')
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  })

  test('stops on Cancel: aborts the request and saves nothing', async () => {
    serve([note(1)])
    await notesAt('/customers/notes')
    fireEvent.click(await button())
    await screen.findByRole('progressbar')
    await exports[0]?.send('Customer id,Note\r\n1,x\r\n')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByText('The export was canceled.')
    expect([exports[0]?.signal?.aborted, saved]).toEqual([true, []])
  })

  test('shows an error and saves nothing if it ends early', async () => {
    serve([note(1)])
    await notesAt('/customers/notes')
    fireEvent.click(await button())
    await waitFor(() => expect(exports).toHaveLength(1))
    await exports[0]?.send('Customer id,Note\r\n1,x\r\n')
    await exports[0]?.end()
    await screen.findByText('The export was interrupted: nothing was saved.')
    expect(saved).toEqual([])
  })

  test('is disabled for an empty list, and says why', async () => {
    serve([])
    await notesAt('/customers/notes')
    const empty = await button()
    expect([empty.getAttribute('aria-disabled'), empty.title]).toEqual(['true', expect.stringContaining('The list is empty.')])
    fireEvent.click(empty)
    await screen.findByText(/The list is empty\./)
    expect(exports).toEqual([])
  })

  test('is unavailable without the permission', async () => {
    serve([note(1)])
    await notesAt(
      '/customers/notes',
      allCapabilities.filter((capability) => capability !== 'lists.export'),
    )
    await screen.findByText('1 found')
    expect(screen.queryByRole('button', { name: 'Export all as CSV' })).toBeNull()
    fireEvent.keyDown(document.body, { key: 'l' })
    fireEvent.keyDown(document.body, { key: 'e' })
    expect(exports).toEqual([])
  })
})
