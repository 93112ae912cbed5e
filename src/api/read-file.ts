import { ApiFailure } from './client.ts'

/** A file came, but not to its end. Nothing of it is kept. */
export class BrokenDownload extends ApiFailure {
  constructor(cause?: unknown) {
    super(null, null, null, cause)
  }
}

/** Parts are put together once they are this large: the browser then keeps them where it likes, not in the page. */
const blobBytes = 16 * 1024 * 1024

/**
 * Reads a reply to its end.
 * @param onPart sees every part as it comes
 * @throws BrokenDownload where the connection broke off; the abort reason where `signal` fired
 */
export async function readFile(response: Response, signal: AbortSignal, onPart: (part: Uint8Array) => void): Promise<Blob> {
  const blobs: Blob[] = []
  let parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = response.body?.getReader()
  if (!reader) throw new BrokenDownload()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      onPart(value)
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

/** Has the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
