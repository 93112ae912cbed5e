import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../../server/db/connect.ts'
import { silentLog } from '../../../server/process/log.ts'
import { embeddedTemplate } from '../../support/embedded-template.ts'
import { temporaryDirectory } from '../../support/temporary-directory.ts'
import { startCompiledServer } from './compiled-server.ts'
import { expect } from './test.ts'

export interface OwnServer {
  stop: () => Promise<void>
}

/** The address of a server of a spec's own, on a port that no lane and no other spec uses. */
export const ownAddress = (offset: number) => `http://localhost:${Number(process.env['E2E_PORT'] ?? 4690) + offset}`

/** Starts it on an empty embedded database, for what would change all other specs' console. @param fill writes its first rows */
export async function startOwnServer(
  origin: string,
  env: Record<string, string>,
  fill: (database: Database) => Promise<void>,
): Promise<OwnServer> {
  const directory = mkdtempSync(join(temporaryDirectory(), 'quaydesk-own-'))
  cpSync(await embeddedTemplate(), directory, { recursive: true })
  const database = await openDatabase({ databaseUrl: null, dataDir: directory }, silentLog)
  await fill(database)
  await database.close()
  const settings = { PORT: new URL(origin).port, DATA_DIR: directory, DEMO: 'off', LOG_LEVEL: 'warn', BACKUPS_KEEP: '0' }
  const server = startCompiledServer({ ...process.env, ...settings, ...env }, 'inherit')
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  return {
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill()
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
