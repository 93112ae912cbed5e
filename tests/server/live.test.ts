import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../support/app.ts'
import { describeEngines } from '../support/database.ts'
import { openStream } from '../support/live.ts'
import { insertCustomers } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

describeEngines('what is told live', (engine) => {
  const database = engine.use()
  let server: TestApp
  let sam: Browser & { staff: { id: number; name: string } }

  beforeAll(async () => {
    server = await buildTestApp(database.current)
  })
  beforeEach(async () => {
    await database.empty()
    await insertCustomers(database.current, [{}, {}, {}])
    sam = await signIn(server, { rol: 2 })
  })
  afterAll(() => server.app.close())

  test('a colleague’s change, by whom, in which fields and of which request; never a value', async () => {
    const stream = await openStream(server, await signIn(server, { rol: 2 }))
    const reply = await sam.send('PUT', '/customers/2/ban', {})
    expect(reply.json()).toEqual({})
  })
})
