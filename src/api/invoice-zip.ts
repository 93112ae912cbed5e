import { downloadInvoices, type InvoiceZipScope, totalCountHeader, zipName } from '../contract/invoices.ts'
import { respond } from './client.ts'
import { zipProgress } from './progress.ts'
import { downloadZip } from './zip-download.ts'

/**
 * Downloads invoices as a zip and saves it once it is complete.
 * @returns the file name, and whether the zip lists documents that couldn't be made; null if canceled
 * @throws ApiFailure as in the contract; BrokenDownload if incomplete, with nothing saved
 */
export async function downloadInvoiceZip(scope: InvoiceZipScope): Promise<{ name: string; lacksFiles: boolean } | null> {
  const name = zipName(scope)
  const query = 'user' in scope ? { user: scope.user } : { year: scope.year, month: scope.month }
  try {
    return await downloadZip({
      name,
      totalHeader: totalCountHeader,
      send: (signal) => respond(downloadInvoices, { query, signal }),
      report: (progress) => zipProgress.set({ name, scope, ...progress }),
    })
  } finally {
    zipProgress.set(null)
  }
}
