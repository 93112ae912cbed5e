import { me } from '../contract/auth.ts'
import { exportCutHeader, type ExportedList, exportList, exportName, exportRowsHeader } from '../contract/exports.ts'
import { call, type QueryValue, respond } from './client.ts'
import { exportProgress } from './export-progress.ts'
import { BrokenDownload, readFile, saveFile } from './read-file.ts'

/** Milliseconds between two reports of progress. */
const reportEvery = 100

/** A list, as it is asked for on screen. */
export interface ListQuery {
  list: ExportedList
  query: Readonly<Record<string, QueryValue>>
}

/**
 * Downloads all rows that a list finds as CSV and has the browser save them, once all are there.
 * @returns the name, how many rows it has and whether the list has more; null where it was cancelled
 * @throws ApiFailure as the contract lists; BrokenDownload where it is not whole: nothing is saved then
 */
export async function downloadList(
  { list, query }: ListQuery,
  brand: string,
): Promise<{ name: string; rows: number; isCut: boolean } | null> {
  const abort = new AbortController()
  const name = exportName(brand, list, Math.floor(Date.now() / 1000))
  const lines = new LineCount()
  let total: number | null = null
  let reportedAt = 0
  const report = () => exportProgress.set({ name, rows: lines.rows, total, cancel: () => abort.abort() })
  report()
  try {
    const response = await respond(exportList, { params: { list }, query, signal: abort.signal })
    const announced = response.headers.get(exportRowsHeader)
    if (announced === null) throw new BrokenDownload()
    total = Number(announced)
    report()
    const file = await readFile(response, abort.signal, (part) => {
      lines.push(part)
      const now = performance.now()
      if (now - reportedAt < reportEvery) return
      reportedAt = now
      report()
    })
    // What broke off unnoticed, at a proxy for instance, has fewer rows than announced, or half of one.
    if (!lines.isWhole || lines.rows !== total) throw new BrokenDownload()
    saveFile(file, name)
    return { name, rows: total, isCut: response.headers.get(exportCutHeader) === 'true' }
  } catch (error) {
    if (abort.signal.aborted) return null
    // The end of the session breaks it off as well: asking who is signed in then leads to the sign-in.
    if (error instanceof BrokenDownload) await call(me).catch(() => null)
    throw error
  } finally {
    exportProgress.set(null)
  }
}

const lineFeed = 0x0a

/** Counts the rows of a CSV that goes by: each is one line, and the first line is the header. */
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

  /** Whether the last line has come to its end. */
  get isWhole(): boolean {
    return this.#last === lineFeed && this.#lines > 0
  }
}
