import { spawn } from 'node:child_process'
import path from 'node:path'
import { demoAccounts } from '../../demo/data/accounts.ts'
import { freePort } from '../support/free-port.ts'
import { benchDataDirectory } from './dataset.ts'

export interface RunningServer {
  origin: string
  pid: number
  /** The session cookie of a role 1 account. */
  cookie: { name: string; value: string }
  stop(): Promise<void>
}

const startLimit = 120_000

/** Starts the product with its own start command. Two-factor is off because it is not measured here, but the session is real. */
export async function startServer(databaseUrl: string, settings: Record<string, string> = {}): Promise<RunningServer> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      // Clears it, because the build of the crowded console makes Vite set it to production.
      NODE_ENV: '',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: benchDataDirectory(),
      DEMO: 'off',
      DISABLE_TWO_FACTOR: '1',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'error',
      ...settings,
    },
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const origin = `http://localhost:${port}`
  try {
    await isReady(origin, ended)
    return {
      origin,
      pid: child.pid ?? 0,
      cookie: await signIn(origin),
      stop: async () => {
        child.kill('SIGTERM')
        await ended
      },
    }
  } catch (error) {
    child.kill('SIGTERM')
    throw error
  }
}

async function isReady(origin: string, ended: Promise<void>): Promise<void> {
  const deadline = performance.now() + startLimit
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (performance.now() < deadline) {
    if (isOver) throw new Error('the server ended while it was starting')
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`the server was not ready within ${startLimit / 1000} s`)
}

async function signIn(origin: string): Promise<RunningServer['cookie']> {
  const { email, password } = Object.values(demoAccounts).find((account) => account.rol === 1) ?? { email: '', password: '' }
  const response = await fetch(`${origin}/api/admin/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`)
  const pair = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .find((cookie) => !cookie.endsWith('='))
  const [name, value] = pair?.split('=') ?? []
  if (!name || !value) throw new Error('sign-in set no cookie')
  return { name, value }
}
