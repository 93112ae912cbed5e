import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** The thread that runs PGlite, one batch of wire-protocol messages at a time; embedded-turns.ts decides the order. */

/** Start parameters; without a directory the database is in memory. */
export interface WorkerInput {
  directory: string | null
}

export type ToWorker = { kind: 'run'; batch: Uint8Array } | { kind: 'close' }

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  | { kind: 'data'; bytes: Uint8Array }
  | { kind: 'done'; inTransaction: boolean }
  | { kind: 'panic'; reason: string }
  | { kind: 'closed' }

/** Replies are sent in chunks of at least this many bytes, so large results aren't buffered twice. */
const pieceBytes = 256 * 1024

const port = parentPort
if (port === null) throw new Error('embedded-worker.ts only runs as a worker thread')

const tell = (message: FromWorker) => {
  if (message.kind === 'data') port.postMessage(message, [message.bytes.buffer as ArrayBuffer])
  else port.postMessage(message)
}

/** PGlite's last fatal message: the reason if it doesn't start. */
let lastWords = ''

function heard(line: string): boolean {
  if (/\b(FATAL|PANIC):/.test(line)) lastWords = line
  if (/\bPANIC:/.test(line)) {
    // After a panic (disk full while writing the log) PGlite would retry forever without a pause. PostgreSQL restarts
    // and recovers from its log; so do we.
    tell({ kind: 'panic', reason: line })
    process.exit(1)
  }
  return false
}

async function run(database: PGlite, batch: Uint8Array): Promise<void> {
  let pieces: Uint8Array[] = []
  let size = 0
  const flush = () => {
    const whole = new Uint8Array(size)
    let offset = 0
    for (const piece of pieces) {
      whole.set(piece, offset)
      offset += piece.length
    }
    pieces = []
    size = 0
    tell({ kind: 'data', bytes: whole })
  }
  await database.execProtocolRawStream(batch, {
    onRawData: (bytes) => {
      // PGlite's buffer is only valid now, so copy it.
      pieces.push(bytes.slice())
      size += bytes.length
      if (size >= pieceBytes) flush()
    },
  })
  if (size > 0) flush()
  tell({ kind: 'done', inTransaction: database.isInTransaction() })
}

async function main(): Promise<void> {
  const { directory } = workerData as WorkerInput
  const database = new PGlite(directory ?? 'memory://', { extensions: { pg_trgm }, onStderr: heard })
  try {
    await database.waitReady
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    tell({ kind: 'failed', reason: lastWords === '' ? reason : lastWords })
    process.exit(1)
  }
  port?.on('message', (message: ToWorker) => {
    if (message.kind === 'run') {
      void run(database, message.batch)
      return
    }
    void database.close().then(() => {
      tell({ kind: 'closed' })
      port?.close()
    })
  })
  tell({ kind: 'ready' })
}

void main()
