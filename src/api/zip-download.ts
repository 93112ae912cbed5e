import { missingFilesName } from '../contract/invoices.ts'
import { BrokenDownload, readFile, saveFile } from './read-file.ts'

const endBytes = 22
const endSignature = 0x06054b50
const zip64Count = 0xffff
/** Before the end record is the directory entry of the last file, which ends with its name and timestamp. */
const lastNameBytes = missingFilesName.length + 20

/** Counts the files of a zip as it arrives, and tells at the end if it is complete. */
export class ZipCheck {
  files = 0
  bytes = 0
  /** The last bytes: enough for a signature, the end record and the last file name. */
  #tail = new Uint8Array(0)

  push(part: Uint8Array): void {
    this.bytes += part.length
    const joined = new Uint8Array(this.#tail.length + part.length)
    joined.set(this.#tail)
    joined.set(part, this.#tail.length)
    // Start in the last three bytes: a four-byte signature may span two chunks.
    for (let at = joined.indexOf(0x50, Math.max(0, this.#tail.length - 3)); at !== -1; at = joined.indexOf(0x50, at + 1))
      if (joined[at + 1] === 0x4b && joined[at + 2] === 3 && joined[at + 3] === 4) this.files += 1
    this.#tail = joined.slice(-(endBytes + lastNameBytes))
  }

  /** Whether the data ends with a valid end record, which states the directory's size and offset. */
  get isWhole(): boolean {
    if (this.#tail.length < endBytes) return false
    const end = new DataView(this.#tail.buffer, this.#tail.length - endBytes, endBytes)
    if (end.getUint32(0, true) !== endSignature || end.getUint16(20, true) !== 0) return false
    const [count, size, start] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)]
    return count === zip64Count || start === 0xffffffff || start + size + endBytes === this.bytes
  }

  /** Whether the last file is the list of missing documents. */
  get lacksFiles(): boolean {
    return new TextDecoder().decode(this.#tail.subarray(0, -endBytes)).includes(missingFilesName)
  }
}

interface ZipDownload {
  name: string
  /** The header that says how many files it will have. */
  totalHeader: string
  send: (signal: AbortSignal) => Promise<Response>
  /** Told before the first byte and now and then. */
  report: (progress: { files: number; bytes: number; total: number | null; cancel: () => void }) => void
}

/**
 * Downloads a zip, and saves it once it is complete.
 * @returns the file name, and whether the zip lists files that couldn't be read or made; null if canceled
 * @throws whatever `send` does; BrokenDownload if incomplete, with nothing saved
 */
export async function downloadZip({ name, totalHeader, send, report }: ZipDownload): Promise<{ name: string; lacksFiles: boolean } | null> {
  const abort = new AbortController()
  const check = new ZipCheck()
  let total: number | null = null
  const tell = () => report({ files: check.files, bytes: check.bytes, total, cancel: () => abort.abort() })
  tell()
  try {
    const response = await send(abort.signal)
    total = Number(response.headers.get(totalHeader)) || null
    const file = await readFile(response, abort.signal, (part) => check.push(part), tell)
    if (!check.isWhole) throw new BrokenDownload()
    saveFile(file, name)
    return { name, lacksFiles: check.lacksFiles }
  } catch (error) {
    if (abort.signal.aborted) return null
    throw error
  }
}
