import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/connect.ts'
import type { Config } from '../../process/config.ts'
import { repeat } from '../../process/repeat.ts'
import { backupsIn } from './socket.ts'

const everyMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000

/**
 * Backs up an embedded database every day and keeps the latest backups. Checks every ten minutes, but not right at
 * the start, when people load their first pages.
 * @returns a function that stops it and any backup in progress
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
 * Makes a backup unless the last one is less than a day old, and deletes the oldest ones.
 * @param now milliseconds
 * @returns the name of the new file; null if none was due
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

/** The daily backups, oldest first. Deletes what a killed backup left behind; other files are left alone. */
async function dailyBackups(directory: string): Promise<string[]> {
  const names = await readdir(directory)
  for (const name of names) if (/^quaydesk-.*\.part$/.test(name)) await rm(join(directory, name), { force: true })
  return names.filter((name) => /^quaydesk-[\dT.-]+Z\.tar\.gz$/.test(name)).sort()
}

/** Runs the backup in its own process, so that it does not delay requests. It asks this server for a copy of the database. */
async function run(path: string, dataDir: string, signal: AbortSignal): Promise<void> {
  const program = fileURLToPath(new URL('./main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, path], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
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
