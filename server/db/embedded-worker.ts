import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/**
 * The thread that runs PGlite. It answers one batch of wire-protocol messages at a time; who may send which batch when is
 * decided in embedded-turns.ts, on the other side.
 */

/** What the thread is started with; without a directory the database lives in memory. */
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

/** Replies are handed over in pieces of at least this many bytes, so that a large result is not held twice. */
const pieceBytes = 256 * 1024

const port = parentPort
if (port === null) throw new Error('embedded-worker.ts only runs as a worker thread')

const tell = (message: FromWorker) => {
  if (message.kind === 'data') port.postMessage(message, [message.bytes.buffer as ArrayBuffer])
  else port.postMessage(message)
}

/** The last time PGlite wrote why it gives up: the reason when it does not start. */
let lastWords = ''

function heard(line: string): boolean {
  if (/\b(FATAL|PANIC):/.test(line)) lastWords = line
  if (/\bPANIC:/.test(line)) {
    // After a panic (a full disk while the log is written) PGlite would try again for ever, without a pause. PostgreSQL
    // restarts here and recovers from its log; so do we.
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
      // PGlite lends a view into its memory: it has to be copied before it runs on.
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
