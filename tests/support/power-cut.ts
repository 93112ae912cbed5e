import { closeSync, cpSync, mkdirSync, openSync, renameSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join, relative } from 'node:path'

/** File operations in order. `done` marks the answer to a batch of statements. */
export type JournalEntry =
  | { kind: 'write'; path: string; position: number; data: Uint8Array }
  | { kind: 'truncate'; path: string; length: number }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'create' | 'sync' | 'unlink' | 'mkdir' | 'rmdir'; path: string }
  | { kind: 'done' }

/**
 * Creates a directory as a power cut after the first `count` entries could leave it. Writes synced to disk are there. Later
 * writes are there fully, partly or not at all, in any order. Names keep their order, as on a journaling file system.
 * @param from a copy of the directory from before the journal began, and the directory's path in the journal
 * @param random returns numbers from 0 to 1
 */
export function afterPowerCut(
  journal: readonly JournalEntry[],
  count: number,
  from: { copy: string; path: string },
  into: string,
  random: () => number,
): void {
  cpSync(from.copy, into, { recursive: true })
  const place = (path: string) => join(into, relative(from.path, path))
  const isForced = forcedWrites(journal.slice(0, count))
  for (const [index, entry] of journal.slice(0, count).entries()) {
    if (entry.kind === 'write') {
      const length = isForced.has(index) ? entry.data.length : partOf(entry.data.length, random)
      if (length > 0) write(place(entry.path), entry.data.subarray(0, length), entry.position)
    } else if (entry.kind === 'truncate') truncateSync(place(entry.path), entry.length)
    else if (entry.kind === 'rename') renameSync(place(entry.path), place(entry.to))
    else if (entry.kind === 'create') writeFileSync(place(entry.path), '', { flag: 'a' })
    else if (entry.kind === 'mkdir') mkdirSync(place(entry.path))
    else if (entry.kind === 'unlink' || entry.kind === 'rmdir') rmSync(place(entry.path), { recursive: true })
  }
}

/** The number of bytes kept: all, none, or some whole sectors. */
function partOf(length: number, random: () => number): number {
  const choice = random()
  if (choice < 0.4) return length
  if (choice < 0.8) return 0
  return Math.floor((random() * length) / 512) * 512
}

/** The writes whose file was synced afterwards. */
function forcedWrites(journal: readonly JournalEntry[]): Set<number> {
  const waiting = new Map<string, number[]>()
  const forced = new Set<number>()
  for (const [index, entry] of journal.entries()) {
    if (entry.kind === 'write') waiting.set(entry.path, [...(waiting.get(entry.path) ?? []), index])
    if (entry.kind === 'sync') {
      for (const write of waiting.get(entry.path) ?? []) forced.add(write)
      waiting.delete(entry.path)
    }
    if (entry.kind === 'rename') {
      waiting.set(entry.to, waiting.get(entry.path) ?? [])
      waiting.delete(entry.path)
    }
    if (entry.kind === 'unlink') waiting.delete(entry.path)
  }
  return forced
}

function write(path: string, data: Uint8Array, position: number): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, data, 0, data.length, position)
  } finally {
    closeSync(file)
  }
}
