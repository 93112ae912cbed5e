import { ApiFailure } from './client.ts'

/** A download that ended early. Nothing of it is kept. */
export class BrokenDownload extends ApiFailure {
  constructor(cause?: unknown) {
    super(null, null, null, cause)
  }
}

/** Chunks are merged into a blob at this size, so that the browser can keep them out of page memory. */
const blobBytes = 16 * 1024 * 1024

/** Milliseconds between progress reports. */
const reportEvery = 100

/**
 * Reads a response to its end.
 * @param onPart called with every chunk
 * @param report called after a chunk now and then
 * @throws BrokenDownload if the connection broke; the abort reason if `signal` fired
 */
export async function readFile(
  response: Response,
  signal: AbortSignal,
  onPart: (part: Uint8Array) => void = () => {},
  report: () => void = () => {},
): Promise<Blob> {
  const blobs: Blob[] = []
  let parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let reportedAt = 0
  const reader = response.body?.getReader()
  if (!reader) throw new BrokenDownload()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      onPart(value)
      const now = performance.now()
      if (now - reportedAt >= reportEvery) {
        reportedAt = now
        report()
      }
      parts.push(value)
      size += value.length
      if (size < blobBytes) continue
      blobs.push(new Blob(parts))
      parts = []
      size = 0
    }
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new BrokenDownload(cause)
  }
  return new Blob([...blobs, ...parts], { type: response.headers.get('content-type') ?? '' })
}

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By then the browser has read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
