import { asc, eq, like, not } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { payments } from '../../server/db/schema/payments.ts'
import { approvals, policyTables } from '../../server/db/schema/policies.ts'
import { sandboxRefunds, sandboxRequests, sandboxSubscriptions } from '../../server/db/schema/sandbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { buildTestApp, testStart } from '../support/app.ts'
import { startChild } from '../support/child.ts'
import { copiedDatabase } from '../support/copied-database.ts'
import { copyDatabase, copyDirectory, describeEngines, environmentOf } from '../support/database.ts'
import { everybody, requestOf } from '../support/policies.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { signIn } from '../support/sign-in.ts'

const day = 86_400
const end = testStart + 10 * day

const nothing = {
  banned: false,
  trialEnd: testStart + 3 * day,
  trialAtProvider: undefined,
  refunded: 0,
  atProvider: [] as number[],
  audits: [] as string[],
}

const changes = {
  refund: {
    method: 'PATCH',
    path: '/payments/1/refund',
    body: { amount: 2_000 },
    whole: { ...nothing, refunded: 2_000, atProvider: [2_000], audits: ['payment.refund'] },
  },
  'extended trial': {
    method: 'POST',
    path: '/customers/1/trial/extend',
    body: { days: 7, version: 1 },
    whole: { ...nothing, trialEnd: end, trialAtProvider: end, audits: ['customer.extend-trial'] },
  },
  ban: {
    method: 'PATCH',
    path: '/customers/1/ban',
    body: { banned: true },
    whole: { ...nothing, banned: true, audits: ['customer.ban'] },
  },
} as const
type Change = keyof typeof changes

/** The database of a request that waits, and what came of it. */
async function requested(copy: typeof copyDatabase | typeof copyDirectory, change: Change) {
  const { settings, opened } = await copiedDatabase(copy)
  await opened(async (database) => {
    const server = await buildTestApp(database)
    const clerk = await signIn(server, { rol: 2 })
    await signIn(server, { rol: 1 })
    await insertCustomers(database, [
      {
        subscriptionStatus: 'trialing',
        stripeCustomerId: 'cus_1',
        stripeSubscriptionId: 'sub_1',
        triallingEndsAt: testStart + 3 * day,
        stripeTrialEnd: testStart + 3 * day,
        currentPeriodEnd: testStart + 3 * day,
      },
    ])
    await insertPayments(database, [{}])
    const policies = [{ ...everybody, verdict: 'ask' as const }]
    await database.orm.insert(policyTables).values({ id: 1, revision: 1, policies, changedByEmail: 'test', changedAt: testStart })
    const { method, path, body } = changes[change]
    expect(requestOf(await clerk.send(method, path, body))).toBe(1)
    await server.app.close()
  })
  return {
    settings,
    state: () => opened(async ({ orm }) => (await orm.select().from(approvals))[0]?.state),
    /** As after the minute that another server waits before it takes over. */
    expire: () => opened(({ orm }) => orm.update(approvals).set({ leaseUntil: 0 })),
    result: () =>
      opened(async ({ orm }) => {
        const [customer] = await orm.select().from(customers)
        const [payment] = await orm.select().from(payments)
        const [subscription] = await orm.select().from(sandboxSubscriptions)
        const audits = await orm
          .select()
          .from(auditLog)
          .where(not(like(auditLog.action, 'approval.%')))
          .orderBy(asc(auditLog.id))
        const trials = await orm.select().from(sandboxRequests).where(eq(sandboxRequests.operation, 'extendTrial'))
        expect(trials.length).toBeLessThan(2)
        return {
          banned: customer?.banned,
          trialEnd: customer?.triallingEndsAt,
          trialAtProvider: subscription?.trialEnd,
          refunded: payment?.amountRefunded,
          atProvider: (await orm.select().from(sandboxRefunds)).map(({ amount }) => amount),
          audits: audits.map(({ action, approvedBy }) => (approvedBy === null ? `${action} by one` : action)),
        }
      }),
  }
}

describeEngines('a server killed while it carries out what a second person agreed to', (engine) => {
  const copy = engine.kind === 'embedded' ? copyDirectory : copyDatabase
  const moments = (['looked', 'decided', 'asking', 'asked', 'changed'] as const).flatMap((moment) =>
    (Object.keys(changes) as Change[]).map((change) => ({ moment, change })),
  )

  test.each(moments.filter(({ moment, change }) => change !== 'ban' || (moment !== 'asking' && moment !== 'asked')))(
    'has done it once by the next start, or it is still open: $change, killed when $moment [1.7 approval killed]',
    { timeout: 60_000 },
    async ({ moment, change }) => {
      const world = await requested(copy, change)
      const run = async (argument: string) => {
        const child = startChild('tests/support/approval-child', [argument], environmentOf(world.settings))
        return [await child.ended, child.errors()]
      }
      expect(await run(moment)).toEqual(['SIGKILL', ''])
      if (moment === 'looked') {
        expect([await world.state(), await world.result()]).toEqual(['open', nothing])
        expect(await run('never')).toEqual([0, ''])
      }
      if (engine.kind === 'postgres') await world.expire()
      expect(await run('')).toEqual([0, ''])
      expect([await world.state(), await world.result()]).toEqual(['done', changes[change].whole])
      expect(await run('')).toEqual([0, ''])
      expect(await world.result()).toEqual(changes[change].whole)
    },
  )
})
