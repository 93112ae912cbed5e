import type { InvoiceZipScope } from '../contract/invoices.ts'
import { progressStore } from './progress-store.ts'

/** A zip on its way. */
export interface ZipProgress {
  /** What it will be saved as. */
  name: string
  scope: InvoiceZipScope
  bytes: number
  files: number
  /** Of files; null until the server has said. */
  total: number | null
  cancel: () => void
}

/** The zip that is being downloaded. */
export const zipProgress = progressStore<ZipProgress>()
