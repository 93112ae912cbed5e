import { Readable } from 'node:stream'

/**
 * A reply that is generated while it is sent. Awaits the first chunk, so earlier errors get a normal error reply.
 * Later errors break the connection, so a part is never mistaken for the whole. Stops generating if the client
 * leaves. Set headers afterwards, because an error reply has its own.
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
