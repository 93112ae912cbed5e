import { expect, test } from 'vitest'
import { downloadTurns } from '../../server/http/downloads/download-turns.ts'
import { describeEngines } from '../support/database.ts'

describeEngines('a turn to download', (engine) => {
  const database = engine.use()

  test('is exclusive per user across servers, released at the end, and lost after an idle minute', async () => {
    let now = 0
    const [here, there] = [0, 1].map(() => downloadTurns({ database: database.current, now: () => now }, 'an export')) as [Turns, Turns]
    const first = await here.begin(1)
    await expect(there.begin(1)).rejects.toThrow('under way')
    await (await there.begin(2)).end()
    now = 50
    await first.goOn()
    now = 100
    await expect(there.begin(1)).rejects.toThrow('under way')
    now = 110
    const next = await there.begin(1)
    await expect(first.goOn()).rejects.toThrow('gave way')
    // The end of a replaced export must not end its successor.
    await first.end()
    await expect(here.begin(1)).rejects.toThrow('under way')
    await next.end()
    const tries = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? here : there).begin(1)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

type Turns = ReturnType<typeof downloadTurns>
