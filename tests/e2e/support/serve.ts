import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createStaff } from '../../../server/auth/accounts.ts'
import { openDatabase } from '../../../server/db/connect.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { silentLog } from '../../../server/log.ts'
import { ownAccounts, pendingAccount, runDirectory } from './accounts.ts'

/** Started by Playwright: creates the run's accounts in a new database, then starts the product as documented. */
const directory = runDirectory()
const dataDir = path.join(directory, 'data')
rmSync(directory, { recursive: true, force: true })
mkdirSync(directory, { recursive: true, mode: 0o700 })

const database = await openDatabase({ databaseUrl: null, dataDir }, silentLog)
await migrate(database, silentLog)
const now = Math.floor(Date.now() / 1000)
for (const account of [...Object.values(ownAccounts), pendingAccount]) {
  await createStaff(database.orm, { name: `E2E ${account.email}`, email: account.email, password: account.password, rol: account.rol, now })
}
await database.close()

const server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: dataDir },
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill('SIGTERM'))
server.on('exit', (code) => {
  rmSync(directory, { recursive: true, force: true })
  process.exit(code ?? 1)
})
