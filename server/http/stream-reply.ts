import { Readable } from 'node:stream'

/**
 * A reply generated while it is sent. Awaits the first chunk, so errors up to then are answered normally; later ones
 * break the connection, so a part never passes for the whole. Stops generating if the client leaves. Set headers
 * afterwards, as an error has its own.
 */
export async function streamReply<Part extends string | Buffer>(parts: AsyncGenerator<Part>): Promise<Readable> {
  const first = await parts.next()
  async function* all() {
    try {
      if (first.done !== true) yield first.value
      yield* parts
    } finally {
      await parts.return(undefined)
    }
  }
  return Readable.from(all(), { objectMode: false })
}
