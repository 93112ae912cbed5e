import type { InvoiceZipScope } from '../contract/invoices.ts'

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

let current: ZipProgress | null = null
const listeners = new Set<() => void>()

/** The zip that is being downloaded, one at a time; null while there is none. It goes on whatever page is shown. */
export const zipProgress = {
  get: (): ZipProgress | null => current,
  set: (next: ZipProgress | null) => {
    current = next
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
