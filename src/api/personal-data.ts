import { queryOptions } from '@tanstack/react-query'
import { eraseCustomer, exportPersonalData, filesHeader, personalDataName, previewErasure } from '../contract/personal-data.ts'
import { changeOptions } from './change-options.ts'
import { call, respond } from './client.ts'
import { exportProgress } from './progress.ts'
import { downloadZip } from './zip-download.ts'

/** What erasing the person would remove, and what stays. */
export const erasureQuery = (id: number) =>
  queryOptions({
    queryKey: ['customers', 'erasure', id],
    queryFn: ({ signal }) => call(previewErasure, { params: { id }, signal }),
    retry: false,
    gcTime: 0,
  })

/** Erases the person. Makes everything stale, as nothing that is shown of them may stay. */
export const eraseCustomerMutation = changeOptions(eraseCustomer, { stale: [[]] })

/**
 * Downloads all that is stored on a customer as a zip, and saves it once it is complete.
 * @returns the file name, and whether the zip lists files that couldn't be read; null if canceled
 * @throws ApiFailure as in the contract; BrokenDownload if incomplete, with nothing saved
 */
export async function downloadPersonalData(id: number, brand: string): Promise<{ name: string; lacksFiles: boolean } | null> {
  const name = personalDataName(brand, id, Math.floor(Date.now() / 1000))
  try {
    return await downloadZip({
      name,
      totalHeader: filesHeader,
      send: (signal) => respond(exportPersonalData, { params: { id }, signal }),
      report: ({ files, total, cancel }) => exportProgress.set({ name, rows: files, total, unit: 'files', cancel }),
    })
  } finally {
    exportProgress.set(null)
  }
}
