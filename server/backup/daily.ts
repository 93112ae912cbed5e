import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { repeat } from '../repeat.ts'
import { backupsIn } from './socket.ts'

const everyMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000

/**
 * Makes a backup of an embedded database each day and keeps the latest ones. Looks every ten minutes, and not at once, when
 * people load their first pages.
 * @returns a function that stops it, and a backup that is being made
 */
export function startBackups({ kind }: Database, config: Config, log: FastifyBaseLogger): () => Promise<void> {
  if (kind !== 'embedded' || config.backupsKeep === 0) return () => Promise.resolve()
  const backUp = async (signal: AbortSignal) => {
    const file = await backUpIfDue(config, Date.now(), signal)
    if (file !== null) log.info({ file }, 'a backup of the embedded database was made')
  }
  return repeat(backUp, { job: 'daily-backup', log, fault: 'the daily backup could not be made', everyMs, isAtOnce: false })
}

/**
 * Makes a backup unless there is one of the last day, and deletes the oldest.
 * @param now milliseconds
 * @returns the name of its file; null if none was due
 */
export async function backUpIfDue(
  config: Pick<Config, 'dataDir' | 'backupsKeep'>,
  now: number,
  signal: AbortSignal,
): Promise<string | null> {
  const directory = backupsIn(config.dataDir)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const there = await dailyBackups(directory)
  const latest = there.at(-1)
  if (latest !== undefined && now - madeAt(latest) < dayMs) return null
  const name = nameAt(now)
  await run(join(directory, name), config.dataDir, signal)
  const all = [...there, name]
  const old = all.slice(0, Math.max(0, all.length - config.backupsKeep))
  for (const file of old) await rm(join(directory, file), { force: true })
  return name
}

const nameAt = (now: number) =>
  `quaydesk-${new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '.')}.tar.gz`

const madeAt = (name: string) => Date.parse(name.replace(/^quaydesk-|\.tar\.gz$/g, '').replaceAll('.', ':'))

/** Oldest first; what else lies there is left alone, but for what a killed backup left. */
async function dailyBackups(directory: string): Promise<string[]> {
  const names = await readdir(directory)
  for (const name of names) if (/^quaydesk-.*\.part$/.test(name)) await rm(join(directory, name), { force: true })
  return names.filter((name) => /^quaydesk-[\dT.-]+Z\.tar\.gz$/.test(name)).sort()
}

/** In a process of its own, so that requests do not wait for it. It asks this server for a copy of the database. */
async function run(path: string, dataDir: string, signal: AbortSignal): Promise<void> {
  const program = fileURLToPath(new URL('./main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, path], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`the backup ended with ${code}: ${errors.trim().slice(-500)}`)
}
