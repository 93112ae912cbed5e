import { onTestFinished } from 'vitest'
import { type Child, startChild } from './child.ts'
import { copyDatabase, copyDirectory, environmentOf } from './database.ts'

export const usual = { PORT: '0', LOG_LEVEL: 'warn', DEMO: 'off', SECRET_KEY: Buffer.alloc(32, 1).toString('base64') }
export function startServer(env: Record<string, string>, uid?: number): Child {
  return startChild('server/main', ['--api-only'], { ...usual, ...env }, uid)
}

export async function migratedDirectory(): Promise<string> {
  const { settings, remove } = await copyDirectory()
  onTestFinished(remove)
  return settings.dataDir
}

/** A migrated PostgreSQL database, which opens faster. For tests that are not about the embedded one. */
export async function migratedDatabase(): Promise<Record<string, string>> {
  const { settings, remove } = await copyDatabase()
  onTestFinished(remove)
  return environmentOf(settings)
}

export function addressOf(output: string): string {
  return /listens at (http:\S+)/.exec(output)?.[1] ?? ''
}

export const listens = /listens at http:\S+\nData: /
