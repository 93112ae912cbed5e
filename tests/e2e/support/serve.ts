import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { addDemoData } from '../../../demo/first-start.ts'
import { openDatabase } from '../../../server/db/connect.ts'
import { buildConsole } from '../../../server/http/console/console-build.ts'
import { loadConfig } from '../../../server/process/config.ts'
import { silentLog } from '../../../server/process/log.ts'
import { createStaff } from '../../../server/resources/auth/accounts.ts'
import { compilePrograms } from '../../support/compiled-server.ts'
import { embeddedTemplate } from '../../support/embedded-template.ts'
import { adminApiPort, consolePort } from '../documented/ports.ts'
import { ownAccounts, pendingAccount, runDirectory } from './accounts.ts'
import { compiledServerDirectory, startCompiledServer } from './compiled-server.ts'
import { lanes, portOfLane } from './lanes.ts'

/**
 * Started by Playwright: builds the console and, in parallel, creates the run's data. Then starts the compiled product, once per lane on
 * a copy of the data and once in front of the stand-in admin API. `example.spec.ts` starts it uncompiled, as `npm start` does.
 */
const directory = runDirectory()
/** As given: Vite changes NODE_ENV when it compiles. */
const givenEnv = { ...process.env }
const dataDirs = Array.from({ length: lanes }, (_, lane) => path.join(directory, `data-${lane}`))
const [firstDir = '', ...copies] = dataDirs
rmSync(directory, { recursive: true, force: true })
mkdirSync(directory, { recursive: true, mode: 0o700 })

const built = buildConsole(new AbortController().signal)
cpSync(await embeddedTemplate(), firstDir, { recursive: true })
const database = await openDatabase({ databaseUrl: null, dataDir: firstDir }, silentLog)
const now = Math.floor(Date.now() / 1000)
for (const account of [...Object.values(ownAccounts), pendingAccount]) {
  await createStaff(database.orm, { name: `E2E ${account.email}`, email: account.email, password: account.password, rol: account.rol, now })
}
await addDemoData(database, loadConfig({ ...process.env, DATA_DIR: firstDir }), silentLog, () => undefined)
await database.close()
for (const copy of copies) cpSync(firstDir, copy, { recursive: true })
await built
await compilePrograms(['server/main'], compiledServerDirectory())

const servers: ChildProcess[] = [
  ...dataDirs.map((dataDir, lane) => startCompiledServer({ ...givenEnv, PORT: String(portOfLane(lane)), DATA_DIR: dataDir }, 'inherit')),
  spawn(process.execPath, ['--import', 'tsx', 'tests/e2e/documented/serve.ts'], {
    env: { ...givenEnv, PORT: String(consolePort), ADMIN_API_PORT: String(adminApiPort) },
    stdio: 'inherit',
  }),
]
const stop = () => servers.forEach((server) => server.kill('SIGTERM'))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
const codes = await Promise.all(
  servers.map(
    (server) =>
      new Promise<number>((resolve) => {
        server.on('exit', (code) => {
          // If one server ends, the others are useless.
          stop()
          resolve(code ?? 1)
        })
      }),
  ),
)
for (const made of [directory, compiledServerDirectory()]) rmSync(made, { recursive: true, force: true })
process.exit(Math.max(...codes))
