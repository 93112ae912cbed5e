import { me } from '../contract/auth.ts'
import {
  type ExportedList,
  exportCutHeader,
  exportList,
  exportName,
  exportRows,
  exportRowsHeader,
  type SelectedList,
} from '../contract/exports.ts'
import { call, type QueryValue, respond } from './client.ts'
import { exportProgress } from './progress.ts'
import { BrokenDownload, readFile, saveFile } from './read-file.ts'

export interface ListQuery {
  list: ExportedList
  query: Readonly<Record<string, QueryValue>>
}

export interface SelectedRows extends ListQuery {
  list: SelectedList
  ids: readonly number[]
}

/**
 * Downloads all rows of a list, or the selected ones, as CSV and saves the file once it is complete.
 * @returns the file name, its row count and whether the list has more; null if canceled
 * @throws ApiFailure as in the contract; BrokenDownload if incomplete, with nothing saved
 */
export async function downloadList(
  request: ListQuery | SelectedRows,
  brand: string,
): Promise<{ name: string; rows: number; isCut: boolean } | null> {
  const { list, query } = request
  const abort = new AbortController()
  const name = exportName(brand, list, Math.floor(Date.now() / 1000))
  const lines = new LineCount()
  let total: number | null = null
  const report = () => exportProgress.set({ name, rows: lines.rows, total, cancel: () => abort.abort() })
  report()
  try {
    const response = await ('ids' in request
      ? respond(exportRows, { params: { list: request.list }, query, body: { ids: [...request.ids] }, signal: abort.signal })
      : respond(exportList, { params: { list }, query, signal: abort.signal }))
    const announced = response.headers.get(exportRowsHeader)
    if (announced === null) throw new BrokenDownload()
    total = Number(announced)
    report()
    const file = await readFile(response, abort.signal, (part) => lines.push(part), report)
    // A break hidden by a proxy shows in a missing or cut-off row.
    if (!lines.isWhole || lines.rows !== total) throw new BrokenDownload()
    saveFile(file, name)
    return { name, rows: total, isCut: response.headers.get(exportCutHeader) === 'true' }
  } catch (error) {
    if (abort.signal.aborted) return null
    // The session's end breaks the download too: this call then leads to the sign-in.
    if (error instanceof BrokenDownload) await call(me).catch(() => null)
    throw error
  } finally {
    exportProgress.set(null)
  }
}

const lineFeed = 0x0a

/** Counts CSV rows as they arrive: one per line, minus the header. */
class LineCount {
  #lines = 0
  #last = 0

  push(part: Uint8Array): void {
    for (let at = part.indexOf(lineFeed); at !== -1; at = part.indexOf(lineFeed, at + 1)) this.#lines += 1
    this.#last = part.at(-1) ?? this.#last
  }

  get rows(): number {
    return Math.max(0, this.#lines - 1)
  }

  get isWhole(): boolean {
    return this.#last === lineFeed && this.#lines > 0
  }
}
