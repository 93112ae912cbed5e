import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiFailure, onSessionEnded } from '../../src/api/client.ts'
import { downloadList } from '../../src/api/exports.ts'
import { type ExportProgress, exportProgress } from '../../src/api/progress.ts'
import { BrokenDownload } from '../../src/api/read-file.ts'

let saved: { name: string; text: Promise<string> }[]
let asked: string[]

beforeEach(() => {
  saved = []
  asked = []
  vi.useFakeTimers({ now: new Date('2026-02-28T23:30:00Z'), toFake: ['Date'] })
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.set(`blob:${blobs.size}`, blob as Blob)
    return `blob:${blobs.size - 1}`
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blobs.get(this.href)?.text() ?? Promise.resolve('') })
  })
})
afterEach(() => {
  onSessionEnded(() => {})
})

interface Answer {
  parts: readonly string[]
  headers?: Record<string, string>
  breaks?: boolean
  /** Whether the stream stays open forever. */
  hangs?: boolean
  status?: number
  /** The status of `/auth/me`. */
  session?: number
}

function answer({ parts, headers = { 'x-total-count': '2' }, breaks = false, hangs = false, status = 200, session = 200 }: Answer) {
  const left = [...parts]
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    asked.push(url)
    if (url.endsWith('/auth/me')) return Promise.resolve(new Response('{}', { status: session }))
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => signal?.addEventListener('abort', () => stream.error(signal.reason)),
      pull: (stream) => {
        const next = left.shift()
        if (next !== undefined) stream.enqueue(new TextEncoder().encode(next))
        else if (breaks) stream.error(new TypeError('network error'))
        else if (!hangs) stream.close()
      },
    })
    return Promise.resolve(new Response(body, { status, headers }))
  })
}

const customers = { list: 'customers', query: { country: 'es', exactSearch: false, from: undefined } } as const
const whole = ['\uFEFFId,Name\r\n', '1,Ana\r\n2,', 'Bo\r\n']

test('saves a complete file under its name, with all its content, and reports progress', async () => {
  answer({ parts: whole })
  const seen: (ExportProgress | null)[] = []
  const stop = exportProgress.subscribe(() => seen.push(exportProgress.get()))
  expect(await downloadList(customers, 'My Brand / Co.')).toEqual({ name: 'My-Brand-Co-customers-2026-03-01.csv', rows: 2, isCut: false })
  stop()
  expect(asked).toEqual(['/api/admin/exports/customers?country=es&exactSearch=false'])
  expect(saved.map(({ name }) => name)).toEqual(['My-Brand-Co-customers-2026-03-01.csv'])
  expect(await saved[0]?.text).toBe(whole.join(''))
  expect(seen.map((progress) => progress && [progress.rows, progress.total])).toEqual(
    expect.arrayContaining([[0, null], [0, 2], null]) as unknown,
  )
  expect(seen.at(-1)).toBeNull()
})

test('reports when a list has more rows than a file holds', async () => {
  answer({ parts: whole, headers: { 'x-total-count': '2', 'x-list-cut': 'true' } })
  expect(await downloadList(customers, 'Quaydesk')).toMatchObject({ rows: 2, isCut: true })
})

test('counts no rows in a header-only file', async () => {
  answer({ parts: ['\uFEFFId,Name\r\n'], headers: { 'x-total-count': '0' } })
  expect(await downloadList(customers, 'Quaydesk')).toMatchObject({ rows: 0 })
})

test.each<[string, Answer]>([
  ['breaks off', { parts: whole, breaks: true }],
  ['ends with fewer rows than announced', { parts: whole.slice(0, 2) }],
  ['ends within its last row', { parts: ['Id\r\n1\r\n2\r\n3'] }],
  ['has more rows than announced', { parts: [...whole, '3,Cy\r\n'] }],
  ['has no bytes', { parts: [], headers: { 'x-total-count': '0' } }],
  ['is no export', { parts: whole, headers: {} }],
])('does not save a file that %s [1.7 exports]', async (_what, given) => {
  answer(given)
  await expect(downloadList(customers, 'Quaydesk')).rejects.toThrow(BrokenDownload)
  expect(saved).toEqual([])
  expect(exportProgress.get()).toBeNull()
})

test('saves nothing when an export is cancelled, without an error', async () => {
  answer({ parts: whole.slice(0, 2), hangs: true })
  const stop = exportProgress.subscribe(() => {
    if (exportProgress.get()?.total === 2) exportProgress.get()?.cancel()
  })
  expect(await downloadList(customers, 'Quaydesk')).toBeNull()
  stop()
  expect(saved).toEqual([])
})

test('ends the session if it expired during the download', async () => {
  answer({ parts: whole, breaks: true, session: 401 })
  let isOver = false
  onSessionEnded(() => {
    isOver = true
  })
  await expect(downloadList(customers, 'Quaydesk')).rejects.toThrow(BrokenDownload)
  expect(isOver).toBe(true)
})

test('fails with an API error on a 409', async () => {
  answer({ parts: [], status: 409 })
  await expect(downloadList(customers, 'Quaydesk')).rejects.toThrow(ApiFailure)
  expect([saved, exportProgress.get()]).toEqual([[], null])
})
