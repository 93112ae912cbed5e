import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach } from 'vitest'
import { coupons, customers, subscriptionChanges } from '../../server/db/schema/customers.ts'
import { sandboxCoupons, sandboxCustomers, sandboxRequests, sandboxSubscriptions } from '../../server/db/schema/sandbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { testStart } from './app.ts'
import type { Engine } from './database.ts'
import { insertCustomers } from './rows.ts'
import { useServer } from './server.ts'
import { type Browser, signIn, type TestStaff } from './sign-in.ts'

export const day = 86_400

/** A server whose payment provider is the sandbox, and two browsers of role 2. Call it in a `describe`. */
export function useProviderCustomer(engine: Engine) {
  const { database, server, browser } = useServer(engine, { rol: 2, adapters: { timeoutMs: 500 } })
  let other: Browser & { staff: TestStaff }

  beforeAll(() =>
    signIn(server, { rol: 2 }).then((signedIn) => {
      other = signedIn
    }),
  )
  beforeEach(async () => {
    server.sandbox.faults.clear()
    const tables = [auditLog, customers, coupons, sandboxCoupons, sandboxCustomers, sandboxRequests, sandboxSubscriptions]
    for (const table of tables) await database.current.orm.delete(table)
    await database.current.orm.insert(coupons).values({ name: 'Twenty', percentOff: 20 })
  })

  const insert = (row: object = {}) =>
    insertCustomers(database.current, [
      {
        subscriptionStatus: 'active',
        stripeCustomerId: 'cus_1',
        stripeSubscriptionId: 'sub_1',
        currentPeriodEnd: testStart + 20 * day,
        triallingEndsAt: testStart + 3 * day,
        ...row,
      },
    ])
  const stored = async () => {
    const [row] = await database.current.orm.select().from(customers).where(eq(customers.id, 1))
    if (!row) throw new Error('no customer 1')
    return row
  }
  const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
  const changes = () => database.current.orm.select().from(subscriptionChanges)

  return {
    database,
    server,
    browser,
    get other() {
      return other
    },
    insert,
    stored,
    audited,
    changes,
  }
}
