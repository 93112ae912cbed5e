import { StartError } from '../../process/start-error.ts'

/** The subset of tar (ustar) that a backup needs: plain files in sequence. The `tar` command can read and write it. */

const block = 512

/** The header of a file of `size` bytes. */
export function tarHeader(name: string, size: number, modifiedAt: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name is too long for tar: ${name}`)
  const header = Buffer.alloc(block)
  const octal = (value: number, digits: number) => Math.floor(value).toString(8).padStart(digits, '0')
  header.write(name, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(modifiedAt, 11), 136)
  header.write('        0', 148)
  header.write('ustar\u000000', 257)
  header.write(octal(sumOf(header), 6), 148)
  header.writeUInt8(0, 154)
  return header
}

/** The padding after a file of `size` bytes. */
export const tarPadding = (size: number) => Buffer.alloc((block - (size % block)) % block)

/** The end of an archive. */
export const tarEnd = Buffer.alloc(2 * block)

const sumOf = (header: Buffer) => header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)

export interface TarEntry {
  name: string
  size: number
  /** The entry's content; can be read once. Unread content is skipped. */
  content(): AsyncGenerator<Buffer>
}

/**
 * Reads an archive to its very end, so that a stream with a checksum gets to verify it.
 * @throws StartError if it is damaged or truncated
 */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new Bytes(stream)
  for (let header = await bytes.take(block); header.some((byte) => byte !== 0); header = await bytes.take(block)) {
    const number = (start: number, length: number) => Number.parseInt(header.toString('latin1', start, start + length), 8)
    if (number(148, 7) !== sumOf(header)) throw new StartError('The archive is damaged.')
    const name = header.toString('utf8', 0, header.indexOf(0))
    const size = number(124, 11)
    let left = size
    async function* content() {
      while (left > 0) {
        const piece = await bytes.some(left)
        left -= piece.length
        yield piece
      }
    }
    yield { name, size, content }
    for await (const _ of content());
    await bytes.take(tarPadding(size).length)
  }
  await bytes.rest()
}

/** @returns the whole content; only for entries known to be small */
export async function contentOf(entry: TarEntry): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of entry.content()) pieces.push(piece)
  return Buffer.concat(pieces)
}

class Bytes {
  readonly #chunks: AsyncIterator<Buffer>
  #current: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** Returns at least one byte and at most `max`. */
  async some(max: number): Promise<Buffer> {
    while (this.#current.length === 0) {
      const next = await this.#chunks.next()
      if (next.done) throw new StartError('The archive is damaged or not whole: it ends too early.')
      this.#current = next.value
    }
    const piece = this.#current.subarray(0, max)
    this.#current = this.#current.subarray(piece.length)
    return piece
  }

  async take(length: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (let left = length; left > 0; ) {
      const piece = await this.some(left)
      pieces.push(piece)
      left -= piece.length
    }
    return Buffer.concat(pieces)
  }

  async rest(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }
}
