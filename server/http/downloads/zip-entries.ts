import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { ZipFile } from 'yazl'

/**
 * Writes one file into a zip as a stream, so that only the current chunk is in memory: the zip itself would keep
 * every buffer until its end.
 * @param options `size` in bytes, if known; `compress` if it is worthwhile
 * @throws what reading the file throws: the zip then has no end record and is invalid
 */
export async function* addEntry(
  zip: ZipFile,
  file: Readable,
  name: string,
  options: { compress: boolean; size?: number; mtime: Date },
): AsyncGenerator<Buffer> {
  let source: Readable | null = file
  let isTaken = false
  let failure: unknown
  // The zip emits the file's error again; an unhandled 'error' event would end the process.
  const ignore = () => undefined
  zip.on('error', ignore)
  file.once('error', (error) => {
    failure = error
  })
  const taken = once(file, 'close').then(
    () => {
      isTaken = true
    },
    () => {
      isTaken = true
    },
  )
  try {
    zip.addReadStreamLazy(name, options, (open) => {
      if (source) open(null, source)
      source = null
    })
    while (!isTaken) {
      yield* written(zip)
      await Promise.race([taken, once(zip.outputStream, 'readable')])
    }
    if (failure !== undefined) throw failure
    yield* written(zip)
  } finally {
    file.destroy()
    zip.off('error', ignore)
  }
}

/** Ends the zip and writes the rest of it. */
export async function* endZip(zip: ZipFile): AsyncGenerator<Buffer> {
  zip.end()
  for await (const chunk of zip.outputStream) yield chunk as Buffer
}

/** The zip's output so far. */
function* written({ outputStream }: ZipFile): Generator<Buffer> {
  for (;;) {
    const chunk: unknown = outputStream.read()
    if (chunk === null) return
    yield chunk as Buffer
  }
}
