/** The parts of PostgreSQL's wire protocol (version 3) handled by the connection to the embedded database itself. */

const none = Buffer.alloc(0)

function message(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(5)
  head.write(kind, 0, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const text = (value: string) => Buffer.from(`${value}\0`)

/** Authentication OK, the parameters that drivers read, ready for query. */
export const greeting = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', text('server_version'), text('18.0')),
  message('S', text('client_encoding'), text('UTF8')),
  message('S', text('DateStyle'), text('ISO, MDY')),
  message('S', text('TimeZone'), text('UTC')),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
])

/**
 * A fatal error that closes the connection.
 * @param code SQLSTATE
 */
export function failure(code: string, what: string): Buffer {
  const fields = [`SFATAL`, `VFATAL`, `C${code}`, `M${what}`].map(text)
  return message('E', ...fields, Buffer.alloc(1))
}

/** The first complete message in the buffer, or null, and the rest. */
export function messageOf(buffer: Buffer): [Buffer | null, Buffer] {
  if (buffer.length < 5) return [null, buffer]
  const length = 1 + buffer.readInt32BE(1)
  if (buffer.length < length) return [null, buffer]
  return [buffer.subarray(0, length), length === buffer.length ? none : buffer.subarray(length)]
}

/** Position of a prepared statement's name in the message; null if it has none. */
function statementName(bytes: Buffer): [start: number, end: number] | null {
  const kind = String.fromCharCode(bytes[0] ?? 0)
  let start = 5
  if (kind === 'B') start = bytes.indexOf(0, start) + 1
  else if (kind === 'D' || kind === 'C') {
    if (bytes[5] !== 'S'.charCodeAt(0)) return null
    start = 6
  } else if (kind !== 'P') return null
  const end = bytes.indexOf(0, start)
  return end > start ? [start, end] : null
}

/** Whether the message prepares a statement that outlives its batch. */
export function opensStatement(bytes: Buffer): boolean {
  return bytes[0] === 'P'.charCodeAt(0) && statementName(bytes) !== null
}

/** Adds the connection's number to statement names, which are per connection although PGlite has only one session. */
export function inNamespace(bytes: Buffer, connection: number): Buffer {
  const name = statementName(bytes)
  if (name === null) return bytes
  const [, end] = name
  const kind = String.fromCharCode(bytes[0] ?? 0)
  return message(kind, bytes.subarray(5, end), Buffer.from(`@${connection}`), bytes.subarray(end))
}
