import { progressStore } from './progress-store.ts'

/** A list's CSV on its way. */
export interface ExportProgress {
  /** What it will be saved as. */
  name: string
  /** Rows that are here. */
  rows: number
  /** Null until the server has said. */
  total: number | null
  cancel: () => void
}

/** The export that is under way. */
export const exportProgress = progressStore<ExportProgress>()
