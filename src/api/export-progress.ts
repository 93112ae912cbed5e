import { progressStore } from './progress-store.ts'

/** An export in progress. */
export interface ExportProgress {
  /** The file name it will get. */
  name: string
  /** Rows received, or files of a zip. */
  rows: number
  unit?: 'files'
  /** Null until the server reports it. */
  total: number | null
  cancel: () => void
}

/** The running export, if any. */
export const exportProgress = progressStore<ExportProgress>()
