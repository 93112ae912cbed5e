import { inflateSync } from 'node:zlib'

const headerBytes = 44
const entryBytes = 20

/**
 * Unpacks a WOFF file's tables once; the font library would do it at every use.
 * @throws Error if it isn't WOFF
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('this is no WOFF file')
  const count = woff.readUInt16BE(12)
  const header = Buffer.alloc(12 + 16 * count)
  woff.copy(header, 0, 4, 8)
  const highest = 2 ** Math.floor(Math.log2(count))
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(highest * 16, 6)
  header.writeUInt16BE(Math.log2(highest), 8)
  header.writeUInt16BE((count - highest) * 16, 10)
  const tables: Buffer[] = []
  let offset = header.length
  for (let index = 0; index < count; index += 1) {
    const from = headerBytes + index * entryBytes
    const [start, packed, size] = [woff.readUInt32BE(from + 4), woff.readUInt32BE(from + 8), woff.readUInt32BE(from + 12)]
    const content = woff.subarray(start, start + packed)
    const table = Buffer.alloc(Math.ceil(size / 4) * 4)
    ;(packed < size ? inflateSync(content) : content).copy(table)
    const to = 12 + index * 16
    woff.copy(header, to, from, from + 4)
    woff.copy(header, to + 4, from + 16, from + 20)
    header.writeUInt32BE(offset, to + 8)
    header.writeUInt32BE(size, to + 12)
    tables.push(table)
    offset += table.length
  }
  return Buffer.concat([header, ...tables])
}
