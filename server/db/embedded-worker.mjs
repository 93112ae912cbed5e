// @ts-check
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/**
 * The thread that runs PGlite, one batch of wire-protocol messages at a time; embedded-turns.ts decides the order. JavaScript,
 * because a thread that loads TypeScript first takes twice as long to start.
 * @import { FromWorker, ToWorker, WorkerInput } from './embedded-engine.ts'
 */

/** Replies are sent in chunks of at least this many bytes, so large results aren't buffered twice. */
const pieceBytes = 256 * 1024

const port = parentPort
if (port === null) throw new Error('embedded-worker.mjs only runs as a worker thread')

/** @param {FromWorker} message */
const tell = (message) => {
  if (message.kind === 'data') port.postMessage(message, [/** @type {ArrayBuffer} */ (message.bytes.buffer)])
  else port.postMessage(message)
}

/** PGlite's last fatal message: the reason if it doesn't start. */
let lastWords = ''

/** @param {string} line */
function heard(line) {
  if (/\b(FATAL|PANIC):/.test(line)) lastWords = line
  if (/\bPANIC:/.test(line)) {
    // After a panic (disk full while writing the log) PGlite would retry forever without a pause. PostgreSQL restarts
    // and recovers from its log; so do we.
    tell({ kind: 'panic', reason: line })
    process.exit(1)
  }
  return false
}

/**
 * @param {PGlite} database
 * @param {Uint8Array} batch
 */
async function run(database, batch) {
  /** @type {Uint8Array[]} */
  let pieces = []
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

async function main() {
  const { directory } = /** @type {WorkerInput} */ (workerData)
  const database = new PGlite(directory ?? 'memory://', { extensions: { pg_trgm }, onStderr: heard })
  try {
    await database.waitReady
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    tell({ kind: 'failed', reason: lastWords === '' ? reason : lastWords })
    process.exit(1)
  }
  port?.on('message', (/** @type {ToWorker} */ message) => {
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
