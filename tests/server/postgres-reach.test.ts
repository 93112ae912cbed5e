import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireReachable } from '../support/postgres-server.ts'

test('a checkout that PostgreSQL’s user cannot enter is named, with what to do', () => {
  const home = mkdtempSync(join(tmpdir(), 'quaydesk-home-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const programs = join(home, 'checkout', 'node_modules')
  mkdirSync(programs, { recursive: true })
  chmodSync(home, 0o700)
  expect(() => requireReachable(programs)).toThrow(`cannot enter ${home}: move the checkout, \`chmod o+x ${home}\`, or set DATABASE_URL.`)
  chmodSync(home, 0o711)
  chmodSync(join(home, 'checkout'), 0o755)
  chmodSync(programs, 0o755)
  expect(() => requireReachable(programs)).not.toThrow()
})
