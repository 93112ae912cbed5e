import { queryOptions } from '@tanstack/react-query'
import { eraseCustomer, exportPersonalData, filesHeader, personalDataName, previewErasure } from '../contract/personal-data.ts'
import { call, respond } from './client.ts'
import { exportProgress } from './export-progress.ts'
import { ZipCheck } from './invoice-zip.ts'
import { changeOptions } from './options.ts'
import { BrokenDownload, readFile, saveFile } from './read-file.ts'

/** What erasing the person would remove, and what stays. */
export const erasureQuery = (id: number) =>
  queryOptions({
    queryKey: ['customers', 'erasure', id],
    queryFn: ({ signal }) => call(previewErasure, { params: { id }, signal }),
    retry: false,
    gcTime: 0,
  })

/** Erases the person; nothing that is shown of them may stay. */
export const eraseCustomerMutation = changeOptions(eraseCustomer, {
  stale: [
    ['customers'],
    ['payments'],
    ['invoices'],
    ['qrs'],
    ['notes'],
    ['feedback'],
    ['timeline'],
    ['audit'],
    ['webrisk'],
    ['abuse'],
    ['api-calls'],
  ],
})

/** Milliseconds between progress reports. */
const reportEvery = 100

/**
 * Downloads all that is stored on a customer as a zip, and saves it once it is complete.
 * @returns the file name, and whether the zip lists files that couldn't be read; null if cancelled
 * @throws ApiFailure as in the contract; BrokenDownload if incomplete, with nothing saved
 */
export async function downloadPersonalData(id: number, brand: string): Promise<{ name: string; lacksFiles: boolean } | null> {
  const abort = new AbortController()
  const name = personalDataName(brand, id, Math.floor(Date.now() / 1000))
  const check = new ZipCheck()
  let total: number | null = null
  let reportedAt = 0
  const report = () => exportProgress.set({ name, rows: check.files, total, unit: 'files', cancel: () => abort.abort() })
  report()
  try {
    const response = await respond(exportPersonalData, { params: { id }, signal: abort.signal })
    total = Number(response.headers.get(filesHeader)) || null
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
    exportProgress.set(null)
  }
}
