import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

const documented = fileURLToPath(new URL('../../docs/operations/pgbouncer.ini', import.meta.url))

/** Debian installs it where only root looks for programs. `PGBOUNCER` names another one, such as a newer version. */
const program = process.env['PGBOUNCER'] ?? 'pgbouncer'
const env = { PATH: `${process.env.PATH}:/usr/sbin` }

export interface Pooler {
  port: number
  stop(): Promise<void>
}

/**
 * Starts PgBouncer before every database of a server, as docs/operations/pgbouncer.ini configures it.
 * @param url the server's, with user and password
 */
export async function startPooler(url: string): Promise<Pooler> {
  const { hostname, port: serverPort, username, password } = new URL(url)
  const directory = mkdtempSync(join(tmpdir(), 'quaydesk-pooler-'))
  const [users, config] = [join(directory, 'users.txt'), join(directory, 'pgbouncer.ini')]
  const port = await freePort()
  const changes: [RegExp, string][] = [
    [/^quaydesk = .*$/m, `* = host=${hostname} port=${serverPort}`],
    [/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1\nunix_socket_dir ='],
    [/^listen_port = .*$/m, `listen_port = ${port}`],
    [/^auth_file = .*$/m, `auth_file = ${users}`],
  ]
  const text = changes.reduce(
    (before, [line, other]) => {
      if (!line.test(before)) throw new Error(`The documented configuration has no line like ${line}.`)
      return before.replace(line, other)
    },
    readFileSync(documented, 'utf8'),
  )
  // Started by root, PgBouncer has to become another user, who has to read these.
  chmodSync(directory, 0o755)
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`)
  writeFileSync(config, text)
  const child = spawn(program, [...(process.getuid?.() === 0 ? ['-u', 'postgres'] : []), config], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('process up')) resolve()
    })
    void ended.then(() => reject(new Error(`PgBouncer does not run:\n${said}`)))
  })
  return { port, stop }
}
