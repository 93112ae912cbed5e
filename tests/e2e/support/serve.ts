import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createStaff } from '../../../server/auth/accounts.ts'
import { openDatabase } from '../../../server/db/connect.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { silentLog } from '../../../server/log.ts'
import { addressOf, lanes, ownAccounts, pendingAccount, portOf, runDirectory } from './accounts.ts'

/**
 * What Playwright starts: for each lane it makes the accounts of the run in a new database, then runs the product by its documented
 * command. One after the other, so that the first builds the console for all.
 */
const servers: ChildProcess[] = []
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => servers.forEach((server) => server.kill('SIGTERM')))

for (let lane = 0; lane < lanes; lane += 1) {
  await serve(lane)
  while (!(await isReady(lane))) await new Promise((resolve) => setTimeout(resolve, 200))
}

async function serve(lane: number): Promise<void> {
  const directory = runDirectory(lane)
  const dataDir = path.join(directory, 'data')
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true, mode: 0o700 })

  const database = await openDatabase({ databaseUrl: null, dataDir }, silentLog)
  await migrate(database, silentLog)
  const now = Math.floor(Date.now() / 1000)
  for (const account of [...Object.values(ownAccounts), pendingAccount]) {
    await createStaff(database.orm, {
      name: `E2E ${account.email}`,
      email: account.email,
      password: account.password,
      rol: account.rol,
      now,
    })
  }
  await database.close()

  const server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(portOf(lane)) },
  })
  servers.push(server)
  server.on('exit', (code) => {
    rmSync(directory, { recursive: true, force: true })
    process.exitCode ||= code ?? 1
    // One that stops takes the others along: a run without one of its servers would only time out.
    for (const other of servers) if (other.exitCode === null && other.signalCode === null) other.kill('SIGTERM')
  })
}

async function isReady(lane: number): Promise<boolean> {
  try {
    return (await fetch(`${addressOf(lane)}/readyz`)).ok
  } catch {
    return false
  }
}
