// @ts-check
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Runs the embedded database's thread and records a journal of its file operations: every write, every sync, and every
 * answer. `power-cut.ts` turns the journal into directories as a power cut would leave them.
 * @import { JournalEntry } from './power-cut.ts'
 */

/** @type {JournalEntry[]} */
const journal = []
/** @type {Map<number, string>} */
const paths = new Map()
const { openSync, closeSync, writeSync, fsyncSync, ftruncateSync, truncateSync, renameSync, unlinkSync, mkdirSync, rmdirSync } = fs

/** @param {fs.PathLike} path */
const full = (path) => resolve(String(path))

Object.assign(fs, {
  /** @param {Parameters<typeof openSync>} args */
  openSync(...args) {
    const isNew = !fs.existsSync(args[0])
    const file = openSync(...args)
    paths.set(file, full(args[0]))
    if (isNew) journal.push({ kind: 'create', path: full(args[0]) })
    return file
  },
  /** @param {number} file */
  closeSync(file) {
    paths.delete(file)
    closeSync(file)
  },
  /** @type {(file: number, bytes: NodeJS.ArrayBufferView, offset: number, length: number, position: number) => number} */
  writeSync(file, bytes, offset, length, position) {
    const written = writeSync(file, bytes, offset, length, position)
    const path = paths.get(file)
    const data = new Uint8Array(bytes.buffer, bytes.byteOffset + offset, written).slice()
    if (path !== undefined) journal.push({ kind: 'write', path, position, data })
    return written
  },
  /** @param {number} file */
  fsyncSync(file) {
    fsyncSync(file)
    const path = paths.get(file)
    if (path !== undefined) journal.push({ kind: 'sync', path })
  },
  /** @type {typeof ftruncateSync} */
  ftruncateSync(file, length) {
    ftruncateSync(file, length)
    const path = paths.get(file)
    if (path !== undefined) journal.push({ kind: 'truncate', path, length: length ?? 0 })
  },
  /** @type {typeof truncateSync} */
  truncateSync(path, length) {
    truncateSync(path, length ?? 0)
    journal.push({ kind: 'truncate', path: full(path), length: length ?? 0 })
  },
  /** @type {typeof renameSync} */
  renameSync(from, to) {
    renameSync(from, to)
    journal.push({ kind: 'rename', path: full(from), to: full(to) })
    for (const [file, path] of paths) if (path === full(from)) paths.set(file, full(to))
  },
  /** @type {typeof unlinkSync} */
  unlinkSync(path) {
    unlinkSync(path)
    journal.push({ kind: 'unlink', path: full(path) })
  },
  /** @param {fs.PathLike} path @param {fs.Mode} mode */
  mkdirSync(path, mode) {
    mkdirSync(path, mode)
    journal.push({ kind: 'mkdir', path: full(path) })
  },
  /** @type {typeof rmdirSync} */
  rmdirSync(path) {
    rmdirSync(path)
    journal.push({ kind: 'rmdir', path: full(path) })
  },
})
syncBuiltinESMExports()

const port = parentPort
if (port === null) throw new Error('recorded-worker.mjs only runs as a worker thread')
const post = port.postMessage.bind(port)
port.postMessage = (message, transfer) => {
  if (message.kind === 'done') journal.push({ kind: 'done' })
  post(message, /** @type {ArrayBuffer[]} */ (transfer))
}
workerData.journal.on('message', () => workerData.journal.postMessage(journal, []))

await import('../../server/db/embedded/worker.mjs')
