import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { pipeline, Transform, type TransformCallback } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CsvError, parse } from 'csv-parse'
import { type Columns, cellsOf, mangledIds, readHeader } from './cells.ts'
import type { ImportFile } from './files.ts'

/** A record of a file; a CSV record may span several lines. */
export interface Line {
  /** Its line number in the file, from 1. */
  line: number
  /** Offset of its end in the unpacked text, in bytes. */
  end: number
  /** A row for its resource's schema; undefined if it could not be read. */
  row?: unknown
  /** Why it could not be read, by field. */
  problems?: Record<string, string>
}

/** Where to resume. */
export interface Position {
  position: number
  line: number
}

/** The rest of the file cannot be read. */
export class BrokenFile extends Error {
  override name = 'BrokenFile'
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message)
  }
}

/** Longer lines are refused, and not kept in memory. */
const maxLineBytes = 4 * 1024 * 1024

/**
 * Reads a file record by record. Only a few are in memory at a time, whatever the file's size.
 * @param onBytes is called with the number of bytes read from disk, packed or not
 * @throws BrokenFile
 */
export async function* readLines(file: ImportFile, from: Position, onBytes: (bytes: number) => void): AsyncGenerator<Line> {
  const source = createReadStream(file.path, { highWaterMark: 256 * 1024 })
  source.on('data', (chunk) => onBytes(chunk.length))
  source.pause()
  if (file.size === 0) throw new BrokenFile(1, 'The file is empty.')
  if (file.kind === 'ndjson') yield* readJsonLines(file, bytesOf(source, file, from.position), from)
  else yield* readCsv(file, source, from)
}

/** The unpacked bytes from a position on. */
async function* bytesOf(source: NodeJS.ReadableStream, { isPacked }: ImportFile, position: number): AsyncGenerator<Buffer> {
  const unpacked = isPacked ? pipeline(source, createGunzip(), () => undefined) : source
  let skip = position
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    if (skip < chunk.length) yield skip === 0 ? chunk : chunk.subarray(skip)
    skip = Math.max(0, skip - chunk.length)
  }
}

const lineFeed = 10
const notUtf8 = 'This is not UTF-8 text.'
const tooLong = `This is longer than ${maxLineBytes / 1024 / 1024} MB.`

async function* readJsonLines(file: ImportFile, chunks: AsyncIterable<Buffer>, from: Position): AsyncGenerator<Line> {
  let { line } = from
  let end = from.position
  let pieces: Buffer[] = []
  let length = 0
  const take = (): Line | null => {
    const bytes = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
    const isLong = length > maxLineBytes
    pieces = []
    length = 0
    line += 1
    if (isLong) return { line, end, problems: { line: tooLong } }
    return jsonLine(file, bytes, line, end)
  }
  try {
    for await (const chunk of chunks) {
      for (let start = 0; start < chunk.length; ) {
        const at = chunk.indexOf(lineFeed, start)
        const part = chunk.subarray(start, at === -1 ? chunk.length : at)
        length += part.length
        // A line that is too long is counted but not kept.
        if (length <= maxLineBytes) pieces.push(part)
        else pieces = []
        end += at === -1 ? part.length : part.length + 1
        start += part.length + (at === -1 ? 0 : 1)
        if (at === -1) continue
        const read = take()
        if (read) yield read
      }
    }
  } catch (error) {
    throw broken(error, line)
  }
  if (length === 0) return
  const last = take()
  if (last) yield last
}

function jsonLine({ mapping }: ImportFile, bytes: Buffer, line: number, end: number): Line | null {
  const bom = line === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  if (line === 1 && isUtf16(bytes)) throw new BrokenFile(1, 'This is UTF-16 text. Save it as UTF-8.')
  if (!isUtf8(bytes)) return { line, end, problems: { line: notUtf8 } }
  const text = bytes.toString('utf8', bom ? 3 : 0).trim()
  if (text === '') return null
  try {
    const row: unknown = JSON.parse(text)
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return { line, end, problems: { line: 'This is no JSON object.' } }
    return { line, end, row: renamed(row as Record<string, unknown>, mapping) }
  } catch {
    return { line, end, problems: { line: 'This is not JSON. Each line has to be an object of its own.' } }
  }
}

function renamed(row: Record<string, unknown>, { columns, values }: ImportFile['mapping']): Record<string, unknown> {
  if (Object.keys(columns).length === 0) return { ...row, ...values }
  const entries = Object.entries(row).flatMap(([name, value]) => {
    const field = Object.hasOwn(columns, name) ? columns[name] : name
    return field === null || field === undefined ? [] : [[field, value] as const]
  })
  return { ...Object.fromEntries(entries), ...values }
}

const isUtf16 = (bytes: Buffer) => (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

async function* readCsv(file: ImportFile, source: NodeJS.ReadableStream, from: Position): AsyncGenerator<Line> {
  const first = await firstLine(file)
  // Excel's own line ahead of the header.
  const [, separator] = /^\uFEFF?sep=(.)\r?$/i.exec(first) ?? []
  const check = new Utf8Check()
  const parser = parse({
    delimiter: separator ?? delimiterOf(first),
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    // Spaces around a cell are a slip, those within quotes are meant.
    trim: true,
    max_record_size: maxLineBytes,
  })
  const unpacked = file.isPacked ? [createGunzip()] : []
  pipeline([source, ...unpacked, check, parser] as unknown as [NodeJS.ReadableStream, NodeJS.WritableStream], () => undefined)
  let columns: Columns | null = null
  let line = 0
  let countedTwice = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number; bytes: number } }>) {
      // The parser counts a line break of two characters within quotes as two.
      countedTwice += record.reduce((sum, cell) => sum + cell.split('\r\n').length - 1, 0)
      line = info.lines - countedTwice
      if (columns === null && separator !== undefined && line === 1) continue
      if (columns === null) {
        const read = readHeader(file, record)
        if (typeof read === 'string') throw new BrokenFile(1, read)
        columns = read
        continue
      }
      // CSV has to be parsed from the beginning: a line break may be inside quotes.
      if (info.bytes <= from.position) continue
      const isWhole =
        record.length <= columns.length ? record.length === columns.length : record.slice(columns.length).every((cell) => cell === '')
      const problems = isWhole ? mangledIds(columns, record) : { line: `${record.length} values, not ${columns.length}.` }
      yield { line, end: info.bytes, ...(problems ? { problems } : { row: cellsOf(file, columns, record) }) }
    }
  } catch (error) {
    if (error instanceof BrokenFile) throw error
    if (error instanceof CsvError) throw new BrokenFile(Number(error['lines'] ?? line + 1), `This is not CSV: ${csvReason(error)}`)
    throw broken(error, check.badLine ?? line)
  }
}

function csvReason({ code, message }: CsvError): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return `a record is longer than ${maxLineBytes / 1024 / 1024} MB; a quote may be missing.`
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is not closed; the file may be cut off.'
  if (code === 'CSV_INVALID_CLOSING_QUOTE') return 'text follows a closing quote.'
  if (code === 'INVALID_OPENING_QUOTE') return 'a quote stands inside a cell; such a cell has to be quoted, and its quotes doubled.'
  return message
}

/** The first line as text, to detect the separator. */
async function firstLine(file: ImportFile): Promise<string> {
  const source = createReadStream(file.path, { end: file.isPacked ? undefined : 65_535 })
  try {
    for await (const chunk of bytesOf(source, file, 0)) {
      if (isUtf16(chunk)) throw new BrokenFile(1, 'This is UTF-16 text. Save it as UTF-8.')
      return chunk.toString('utf8').split('\n', 1)[0] ?? ''
    }
    return ''
  } catch (error) {
    throw broken(error, 0)
  } finally {
    source.destroy()
  }
}

function delimiterOf(header: string): string {
  const count = (separator: string) => header.split(separator).length
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** Fails at the first byte that is not UTF-8, and reports its line. */
class Utf8Check extends Transform {
  badLine: number | null = null
  private readonly decoder = new TextDecoder('utf-8', { fatal: true })
  private lines = 0

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      this.decoder.decode(chunk, { stream: true })
    } catch {
      let start = 0
      for (let at = chunk.indexOf(lineFeed); at !== -1 && isUtf8(chunk.subarray(start, at)); at = chunk.indexOf(lineFeed, start)) {
        this.lines += 1
        start = at + 1
      }
      this.badLine = this.lines + 1
      done(new BrokenFile(this.badLine, notUtf8))
      return
    }
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) this.lines += 1
    done(null, chunk)
  }
}

function broken(error: unknown, line: number): Error {
  if (error instanceof BrokenFile) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR') return new BrokenFile(line + 1, 'The file is cut off.')
  if (code.startsWith('Z_')) return new BrokenFile(line + 1, 'The file is not packed by gzip, or damaged.')
  return error instanceof Error ? error : new Error(String(error))
}
