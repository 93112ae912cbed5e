import type { InvoiceZipScope } from '../contract/invoices.ts'
import { progressStore } from './progress-store.ts'

/** A zip download in progress. */
export interface ZipProgress {
  /** The file name it will get. */
  name: string
  scope: InvoiceZipScope
  bytes: number
  files: number
  /** Number of files; null until the server reports it. */
  total: number | null
  cancel: () => void
}

/** The running zip download, if any. */
export const zipProgress = progressStore<ZipProgress>()
