import { afterAll, beforeAll, beforeEach } from 'vitest'
import { buildTestApp, type TestApp } from './app.ts'
import type { Engine } from './database.ts'
import { type Browser, signIn, type TestStaff } from './sign-in.ts'

type Options = NonNullable<Parameters<typeof buildTestApp>[1]>
type Adapters = NonNullable<Parameters<typeof buildTestApp>[2]>

/**
 * A server on its own database, and a browser with a session. Call it in a `describe`, before its own hooks. All three may be
 * destructured at once, but only be used within tests and hooks.
 * @param emptied whether each test starts with an empty database, a provider without faults, and a new account
 */
export function useServer(
  engine: Engine,
  { rol = 1, emptied = false, config, adapters }: { rol?: number; emptied?: boolean; config?: Options; adapters?: Adapters } = {},
) {
  const database = engine.use()
  let made: TestApp
  let signedIn: Browser & { staff: TestStaff }

  beforeAll(async () => {
    made = await buildTestApp(database.current, config, adapters)
    if (!emptied) signedIn = await signIn(made, { rol })
  })
  afterAll(() => made.app.close())
  if (emptied)
    beforeEach(async () => {
      await database.empty()
      made.sandbox.faults.clear()
      signedIn = await signIn(made, { rol })
    })

  const server: TestApp = {
    get app() {
      return made.app
    },
    get context() {
      return made.context
    },
    get measures() {
      return made.measures
    },
    get sandbox() {
      return made.sandbox
    },
    get clock() {
      return made.clock
    },
    get routes() {
      return made.routes
    },
  }
  const browser: Browser & { staff: TestStaff } = {
    get cookies() {
      return signedIn.cookies
    },
    get staff() {
      return signedIn.staff
    },
    inject: (options) => signedIn.inject(options),
    get: (path) => signedIn.get(path),
    send: (...call) => signedIn.send(...call),
  }
  return { database, server, browser }
}
