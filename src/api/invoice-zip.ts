import { downloadInvoices, type InvoiceZipScope, totalCountHeader, zipName } from '../contract/invoices.ts'
import { respond } from './client.ts'
import { BrokenDownload, readFile, saveFile } from './read-file.ts'
import { ZipCheck } from './zip-check.ts'
import { zipProgress } from './zip-progress.ts'

/** Milliseconds between progress reports. */
const reportEvery = 100

/**
 * Downloads invoices as a zip and saves it once it is complete.
 * @returns the file name, and whether the zip lists documents that couldn't be made; null if cancelled
 * @throws ApiFailure as in the contract; BrokenDownload if incomplete, with nothing saved
 */
export async function downloadInvoiceZip(scope: InvoiceZipScope): Promise<{ name: string; lacksFiles: boolean } | null> {
  const abort = new AbortController()
  const name = zipName(scope)
  const check = new ZipCheck()
  let total: number | null = null
  let reportedAt = 0
  const report = () => zipProgress.set({ name, scope, bytes: check.bytes, files: check.files, total, cancel: () => abort.abort() })
  report()
  try {
    const query = 'user' in scope ? { user: scope.user } : { year: scope.year, month: scope.month }
    const response = await respond(downloadInvoices, { query, signal: abort.signal })
    total = Number(response.headers.get(totalCountHeader)) || null
    const file = await readFile(response, abort.signal, (part) => {
      check.push(part)
      const now = performance.now()
      if (now - reportedAt < reportEvery) return
      reportedAt = now
      report()
    })
    if (!check.isWhole) throw new BrokenDownload()
    saveFile(file, name)
    return { name, lacksFiles: check.lacksFiles }
  } catch (error) {
    if (abort.signal.aborted) return null
    throw error
  } finally {
    zipProgress.set(null)
  }
}
