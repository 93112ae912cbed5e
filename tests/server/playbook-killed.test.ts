import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customerNotes } from '../../server/db/schema/customer-records.ts'
import { customers } from '../../server/db/schema/customers.ts'
import { payments } from '../../server/db/schema/payments.ts'
import { playbookRuns } from '../../server/db/schema/playbooks.ts'
import { sandboxRefunds, sandboxSubscriptions } from '../../server/db/schema/sandbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { startRuns } from '../../server/resources/playbooks/runs.ts'
import { buildTestApp, testStart } from '../support/app.ts'
import { startChild } from '../support/child.ts'
import { copiedDatabase } from '../support/copied-database.ts'
import { copyDatabase, copyDirectory, describeEngines, environmentOf } from '../support/database.ts'
import { insertCustomers, insertPayments } from '../support/rows.ts'
import { makeStaff } from '../support/sign-in.ts'

const key = 'b9a0e1d2-3c4f-4a5b-8c6d-7e8f90a1b2c3'
const day = 86_400

const calls = [
  {
    command: 'customer.extend-trial',
    title: 'Extend by 7 days',
    method: 'POST',
    path: '/customers/1/trial/extend',
    body: { days: 7, version: 1 },
  },
  { command: 'customer.add-note', title: 'Note', method: 'POST', path: '/customers/1/note', body: { text: 'Seven days more.' } },
  {
    command: 'payment.refund',
    title: 'Refund 20,00 €',
    method: 'PATCH',
    path: '/payments/1/refund',
    body: { amount: 2_000, idempotencyKey: `${key}-2`, expectedAmountRefunded: 0 },
  },
  {
    command: 'customer.cancel-at-period-end',
    title: 'Cancel at period end',
    method: 'PATCH',
    path: '/customers/1/cancel-subscription',
    body: {},
  },
  { command: 'customer.ban', title: 'Ban', method: 'PATCH', path: '/customers/1/ban', body: { banned: true } },
] as const

/** The database of a run that is to begin, and what it came to. */
async function begun(copy: typeof copyDatabase | typeof copyDirectory) {
  const { settings, opened } = await copiedDatabase(copy)
  await opened(async (database) => {
    const server = await buildTestApp(database)
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
    const staff = { ...(await makeStaff(server, { rol: 2 })), provenAt: 0, sessionIdHash: '', policyRevision: 0 }
    const run = { key, name: 'Extend and refund', type: 'customer' as const, record: 1, calls: calls.map((call) => ({ ...call })) }
    await startRuns(database.orm, { staff, ip: '127.0.0.1' }, [run], testStart)
    await server.app.close()
  })
  return {
    settings,
    opened,
    /** As after the minute that another server waits before it takes over. */
    expire: () => opened(({ orm }) => orm.update(playbookRuns).set({ leaseUntil: 0 })),
    result: () =>
      opened(async ({ orm }) => {
        const [run] = await orm.select().from(playbookRuns)
        const [customer] = await orm.select().from(customers)
        const [note] = await orm.select().from(customerNotes)
        const [payment] = await orm.select().from(payments)
        const [subscription] = await orm.select().from(sandboxSubscriptions)
        const audits = await orm
          .select()
          .from(auditLog)
          .where(eq(auditLog.actorEmail, run?.staffEmail ?? ''))
          .orderBy(asc(auditLog.id))
        return {
          state: run?.state,
          steps: run?.steps.map(({ state, message }) => message ?? state),
          trialEnd: customer?.triallingEndsAt,
          banned: customer?.banned,
          willCancel: customer?.willCancel,
          note: note?.note,
          refunded: payment?.amountRefunded,
          atProvider: (await orm.select().from(sandboxRefunds)).map(({ amount }) => amount),
          trialAtProvider: subscription?.trialEnd,
          audits: audits.map(({ action }) => action),
        }
      }),
  }
}

const end = testStart + 10 * day
const whole = {
  state: 'done',
  steps: calls.map(() => 'done'),
  trialEnd: end,
  banned: true,
  willCancel: true,
  note: 'Seven days more.',
  refunded: 2_000,
  atProvider: [2_000],
  trialAtProvider: end,
  audits: ['playbook.run', 'customer.extend-trial', 'note.write', 'payment.refund', 'customer.cancel-at-period-end', 'customer.ban'],
}

describeEngines('a server killed while it runs a playbook', (engine) => {
  const copy = engine.kind === 'embedded' ? copyDirectory : copyDatabase
  const moments = calls.flatMap((_, index) => (['before', 'amid', 'after'] as const).map((moment) => ({ call: index + 1, moment })))
  const isLocal = (call: number) => call === 2 || call === 5

  test.each(moments.filter(({ call, moment }) => moment !== 'amid' || !isLocal(call)))(
    'goes on where it was, and does nothing twice: killed $moment call $call [1.7 playbook killed]',
    { timeout: 60_000 },
    async ({ call, moment }) => {
      const world = await begun(copy)
      const killed = startChild('tests/support/playbook-child', [String(call), moment], environmentOf(world.settings))
      expect(await killed.ended).toBe('SIGKILL')
      if (engine.kind === 'postgres') await world.expire()
      const next = startChild('tests/support/playbook-child', [], environmentOf(world.settings))
      expect([await next.ended, next.errors()]).toEqual([0, ''])
      expect(await world.result()).toEqual(whole)
    },
  )
})
