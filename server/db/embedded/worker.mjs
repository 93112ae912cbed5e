// @ts-check
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * The thread that runs PGlite, one batch of wire-protocol messages at a time; embedded-turns.ts decides the order.
 * It is JavaScript because loading TypeScript would double a thread's start time.
 * @import { FromWorker, ToWorker, WorkerInput } from './engine.ts'
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

/** PGlite's number for EIO. */
const ioError = 29

/** @param {string} path */
function syncDirectory(path) {
  // Windows can't open directories.
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

/** Start parameters without -F, by which PGlite turns fsync off; its `fdatasync` does nothing. */
const syncing = [...PGlite.defaultStartParams.filter((/** @type {string} */ name) => name !== '-F'), '-c', 'wal_sync_method=fsync']

/**
 * PGlite's file system on disk plus the fsync call it lacks. Without it, nothing is ever forced to disk, and after
 * a power cut some pages are newer than others.
 */
class SyncedFiles extends NodeFS {
  /**
   * @override
   * @type {NodeFS['init']}
   */
  async init(pg, options) {
    const { emscriptenOpts } = await super.init(pg, options)
    const addSync = (/** @type {any} */ module) => {
      const { NODEFS } = module.FS.filesystems
      NODEFS.stream_ops.fsync = (/** @type {any} */ stream) => {
        try {
          if (stream.nfd !== undefined) fsyncSync(stream.nfd)
          else syncDirectory(NODEFS.realPath(stream.node))
          return 0
        } catch {
          // PostgreSQL then stops immediately and recovers from its log.
          throw new module.FS.ErrnoError(ioError)
        }
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] } }
  }
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
  const options = { extensions: { pg_trgm }, onStderr: heard }
  const database =
    directory === null ? new PGlite('memory://', options) : new PGlite({ ...options, fs: new SyncedFiles(directory), startParams: syncing })
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
