import type { ImportFile } from './files.ts'

/** Milliseconds between two progress lines. */
const everyMs = 5_000

/** Prints an import's progress: rows, rows per second, and the minutes left, estimated from the bytes still to read. */
export class Progress {
  private readonly startedAt = Date.now()
  private printedAt = Date.now()
  private readonly total: number
  private bytesBefore = 0
  private rowsBefore = 0
  private rows = 0

  constructor(files: readonly ImportFile[]) {
    this.total = files.reduce((sum, { size }) => sum + size, 0)
  }

  /** @param bytes read from this file so far */
  tell({ path }: ImportFile, rows: number, bytes: number): void {
    this.rows = rows
    const now = Date.now()
    if (now - this.printedAt < everyMs) return
    this.printedAt = now
    const seconds = (now - this.startedAt) / 1000
    const share = Math.min(1, (this.bytesBefore + bytes) / Math.max(1, this.total))
    const speed = Math.round((this.rowsBefore + rows) / seconds)
    const left = Math.ceil((seconds / Math.max(share, 0.001)) * (1 - share))
    const time = left > 90 ? `${Math.ceil(left / 60)} min` : `${left} s`
    process.stderr.write(`${path}: ${rows} rows, ${speed} rows/s, ${Math.floor(share * 100)} %, ${time} left\n`)
  }

  end({ size }: ImportFile): void {
    this.bytesBefore += size
    this.rowsBefore += this.rows
    this.rows = 0
  }
}
