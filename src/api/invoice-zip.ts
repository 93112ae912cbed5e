import { downloadInvoices, type InvoiceZipScope, totalCountHeader, zipName } from '../contract/invoices.ts'
import { respond } from './client.ts'
import { BrokenDownload, readFile, saveFile } from './read-file.ts'
import { ZipCheck } from './zip-check.ts'
import { zipProgress } from './zip-progress.ts'

/** Milliseconds between two reports of progress. */
const reportEvery = 100

/**
 * Downloads invoices as a zip and has the browser save it, once it is all there.
 * @returns the name it was saved under, and whether documents that could not be made are listed in it; null where it was cancelled
 * @throws ApiFailure as the contract lists; BrokenDownload where it is not whole: nothing is saved then
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
