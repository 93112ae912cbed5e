import type { InvoiceZipScope } from '../contract/invoices.ts'

interface Progress {
  /** The file name it will get. */
  name: string
  /** Null until the server reports it. */
  total: number | null
  cancel: () => void
}

export interface ExportProgress extends Progress {
  /** Rows received, or files of a zip. */
  rows: number
  unit?: 'files'
}

export interface ZipProgress extends Progress {
  scope: InvoiceZipScope
  bytes: number
  files: number
}

/** The one running download of a kind, or null. It goes on while pages change. */
function progressStore<Shown>() {
  let current: Shown | null = null
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (next: Shown | null) => {
      current = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const exportProgress = progressStore<ExportProgress>()
export const zipProgress = progressStore<ZipProgress>()
