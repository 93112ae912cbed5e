import { Readable } from 'node:stream'

/**
 * A reply that is made while it is sent. Its first part is waited for: what fails until then is answered as any other error. What fails
 * later breaks the connection off, so that a part is never taken for the whole; nothing is made on once nobody takes it. Set the reply's
 * headers afterwards: an error has others.
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
