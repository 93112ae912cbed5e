import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Policy } from '../../../src/contract/policies.ts'
import { describeDatabase } from '../../support/database.ts'
import { everybody, usePolicies } from '../../support/policies.ts'

/** What each call takes where there is no policy, as it did before there were any. */
const usual = { 'GET /customers/1': 2, 'PATCH /payments/1/refund': 24, 'PATCH /customers/1/ban': 8 }

describeDatabase('what policies cost', (engine) => {
  const rooms = usePolicies(engine)

  /** The statements sent to the database meanwhile. */
  async function counted(work: () => Promise<unknown>): Promise<number> {
    let count = 0
    const query = pg.Client.prototype.query as (...sent: unknown[]) => unknown
    const restore = () => Object.assign(pg.Client.prototype, { query })
    onTestFinished(() => void restore())
    Object.assign(pg.Client.prototype, {
      query(this: unknown, ...sent: unknown[]) {
        count += 1
        return query.apply(this, sent)
      },
    })
    await work()
    restore()
    return count
  }

  /** The fewest of three: the first reads the policies, and a new connection has statements of its own. */
  async function fewest(call: (time: number) => Promise<unknown>): Promise<number> {
    const counts = []
    for (const time of [1, 2, 3, 4]) counts.push(await counted(() => call(time)))
    return Math.min(...counts)
  }
  const costs = async () => {
    const { clerk } = rooms.world
    return {
      'GET /customers/1': await fewest(() => clerk.get('/customers/1')),
      'PATCH /payments/1/refund': await fewest(() => clerk.send('PATCH', '/payments/1/refund', { amount: 1_000 })),
      'PATCH /customers/1/ban': await fewest((time) => clerk.send('PATCH', '/customers/1/ban', { banned: time % 2 === 1 })),
    }
  }
  const block: Policy = { ...everybody, when: { is: 'above', amount: 1_000_000 } }

  // [1.7 policy statements]
  test.each<[string, Policy[], number]>([
    ['none', [], 0],
    ['one about somebody else', [{ ...block, who: { is: 'person', id: 1 } }], 0],
    ['one about amounts', [block], 0],
    ['one about many records', [{ ...block, when: { is: 'rows', rows: 50 } }], 0],
    ['one about customers', [{ ...block, when: { is: 'customer-days', days: 5_000 } }], 1],
    ['ones about what was done in a day', [{ ...block, when: { is: 'above-in-a-day', amount: 1_000_000 } }], 2],
  ])('%s: each change takes at most so many statements more, and reads none', async (_, policies, more) => {
    if (policies.length > 0) await rooms.setPolicies(...policies)
    const { 'GET /customers/1': read, ...changes } = usual
    const expected = Object.fromEntries(Object.entries(changes).map(([call, count]) => [call, count + more]))
    expect(await costs()).toEqual({ 'GET /customers/1': read, ...expected })
  })
})
