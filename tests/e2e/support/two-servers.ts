import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../support/postgres-server.ts'
import { startCompiledServer } from './compiled-server.ts'

/** Ports that no lane and no example uses. */
const ports = [32, 33].map((more) => Number(process.env['E2E_PORT'] ?? 4690) + more)

/** Runs two servers on one PostgreSQL, with demo data and without two-factor. Stops them after `work`, which gets their origins. */
export async function withTwoServers(work: (origins: [string, string]) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'quaydesk-servers-'))
  const postgres = await startPostgres()
  const key = randomBytes(32).toString('base64')
  const servers: ChildProcess[] = []
  const start = async (port: number) => {
    const env = {
      ...process.env,
      PORT: String(port),
      PUBLIC_SITE_PORT: '0',
      DATABASE_URL: postgres.url,
      DATA_DIR: directory,
      SECRET_KEY: key,
      DEMO: '50',
      DISABLE_TWO_FACTOR: '1',
      LOG_LEVEL: 'warn',
    }
    const server = startCompiledServer(env, ['ignore', 'pipe', 'inherit'])
    servers.push(server)
    await saysItListens(server)
    return `http://localhost:${port}`
  }
  try {
    // The first server creates the tables and the data.
    await work([await start(ports[0] ?? 0), await start(ports[1] ?? 0)])
  } finally {
    await Promise.all(servers.map(endOf))
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

function saysItListens(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.stdout?.on('data', (said: Buffer) => said.includes('listens at') && resolve())
    server.once('exit', (code) => reject(new Error(`a server ended with ${String(code)} before it listened`)))
  })
}

function endOf(server: ChildProcess): Promise<unknown> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  return server.exitCode === null && server.kill() ? ended : Promise.resolve()
}
