import { beforeEach, expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { ApiFailure } from '../../src/api/client.ts'
import { downloadInvoiceZip } from '../../src/api/invoice-zip.ts'
import { type ZipProgress, zipProgress } from '../../src/api/progress.ts'
import { createQueryClient } from '../../src/api/query-client.ts'
import { BrokenDownload } from '../../src/api/read-file.ts'
import { runMutation } from '../../src/api/run-mutation.ts'
import { reportMutation } from '../../src/api/sales.ts'

let saved: string[]
let asked: string[]

beforeEach(() => {
  saved = []
  asked = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})

/** Answers in chunks, then ends or breaks the connection. */
function answer(parts: readonly Uint8Array[], { breaks = false, status = 200 }: { breaks?: boolean; status?: number } = {}) {
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    asked.push(url)
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        signal?.addEventListener('abort', () => stream.error(signal.reason))
      },
      pull(stream) {
        const next = parts[0]
        parts = parts.slice(1)
        if (next) stream.enqueue(next)
        else if (breaks) stream.error(new TypeError('network error'))
        else stream.close()
      },
    })
    return Promise.resolve(new Response(body, { status, headers: { 'x-total-count': '2' } }))
  })
}

async function zip(): Promise<Uint8Array> {
  const file = new ZipFile()
  for (const name of ['a.pdf', 'b.pdf']) file.addBuffer(Buffer.from('content'), name)
  file.end()
  const parts: Buffer[] = []
  for await (const part of file.outputStream) parts.push(part as Buffer)
  return new Uint8Array(Buffer.concat(parts))
}

test('saves a complete zip under its name and reports progress [2.7 invoice zip]', async () => {
  const bytes = await zip()
  answer([bytes.subarray(0, 20), bytes.subarray(20)])
  const seen: (ZipProgress | null)[] = []
  const stop = zipProgress.subscribe(() => seen.push(zipProgress.get()))
  expect(await downloadInvoiceZip({ year: 2026, month: 3 })).toEqual({ name: 'invoices-2026-03.zip', lacksFiles: false })
  stop()
  expect(asked).toEqual(['/api/admin/invoices/files/zip?year=2026&month=3'])
  expect(saved).toEqual(['invoices-2026-03.zip'])
  expect(seen[0]).toMatchObject({ name: 'invoices-2026-03.zip', bytes: 0, files: 0, total: null })
  expect(seen.find((progress) => progress?.total === 2)).toMatchObject({ bytes: 20, files: 1 })
  expect(seen.at(-1)).toBeNull()
})

test.each([
  ['breaks off', { breaks: true, cut: 0 }],
  ['ends too early', { breaks: false, cut: 30 }],
])('does not save a zip that %s', async (_what, { breaks, cut }) => {
  const bytes = await zip()
  answer([bytes.subarray(0, bytes.length - cut)], { breaks })
  await expect(downloadInvoiceZip({ user: 7 })).rejects.toThrow(BrokenDownload)
  expect(saved).toEqual([])
  expect(zipProgress.get()).toBeNull()
})

test('saves nothing when a zip is cancelled, without an error', async () => {
  answer([(await zip()).subarray(0, 30)], { breaks: false })
  const stop = zipProgress.subscribe(() => {
    if (zipProgress.get()?.total === 2) zipProgress.get()?.cancel()
  })
  expect(await downloadInvoiceZip({ user: 7 })).toBeNull()
  stop()
  expect(saved).toEqual([])
})

test('fails with an API error on a 404', async () => {
  answer([], { status: 404 })
  await expect(downloadInvoiceZip({ user: 7 })).rejects.toThrow(ApiFailure)
  expect(saved).toEqual([])
})

// [R28 sales month] [2.7 reports] [2.8 csv failed] [R28 month sent]
test.each(['sales', 'invoices'] as const)(
  'requests the %s report by the month’s seconds in Madrid, and saves it only if complete',
  async (report) => {
    answer([new TextEncoder().encode('a,b\r\n')])
    const order = { year: 2026, month: 3, brand: 'Quaydesk' }
    expect(await runMutation(createQueryClient(), reportMutation(report), order)).toBe(`Quaydesk-${report}-report-March-2026.csv`)
    expect(asked).toEqual([`/api/admin/invoices/csv-${report === 'sales' ? 'sales' : 'data'}?from=1772319600&to=1774994399`])
    expect(saved).toHaveLength(1)
    answer([new TextEncoder().encode('a,b')], { breaks: true })
    await expect(runMutation(createQueryClient(), reportMutation(report), order)).rejects.toThrow(BrokenDownload)
    expect(saved).toHaveLength(1)
  },
)
