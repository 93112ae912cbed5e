import { randomUUID } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { customers } from '../../../server/db/schema/customers.ts'
import { approvals } from '../../../server/db/schema/policies.ts'
import { sandboxRequests } from '../../../server/db/schema/sandbox.ts'
import { auditLog, sessions } from '../../../server/db/schema/staff.ts'
import type { PlaybookRun } from '../../../src/contract/playbooks.ts'
import type { Policy } from '../../../src/contract/policies.ts'
import { testStart } from '../../support/app.ts'
import { describeEngines } from '../../support/database.ts'
import { everybody, requestOf, usePolicies } from '../../support/policies.ts'
import { insertAbuse, insertCustomers, insertQrs, insertWebrisk } from '../../support/rows.ts'

const day = 86_400
const ids = [31, 32, 33]
const block = (when: Policy['when'], what: Policy['what'] = 'everything'): Policy => ({ ...everybody, what, when })
const ask = (when: Policy['when'], what: Policy['what'] = 'everything'): Policy => ({ ...block(when, what), verdict: 'ask' })
const many: Policy['when'] = { is: 'rows', rows: 2 }

describeEngines('policies about many records at once', (engine) => {
  const rooms = usePolicies(engine)
  const { setPolicies, orm, decide, stored, database, contents, server } = rooms

  const trialing = (id: number) => ({
    id,
    subscriptionStatus: 'trialing',
    stripeCustomerId: `cus_${id}`,
    stripeSubscriptionId: `sub_${id}`,
    stripeTrialEnd: testStart + 3 * day,
    triallingEndsAt: testStart + 3 * day,
    currentPeriodEnd: testStart + 3 * day,
    createdAt: testStart - (id - 30) * 10 * day,
  })
  const kinds = [
    { name: 'bans here', path: '/customers/bulk', change: { action: 'ban' }, action: 'customer.ban' },
    { name: 'notes here', path: '/customers/bulk', change: { action: 'note', text: 'All of them.' }, action: 'note.write' },
    {
      name: 'trials at the provider',
      path: '/customers/bulk',
      change: { action: 'extend-trial', days: 7 },
      action: 'customer.extend-trial',
    },
    { name: 'states of the provider', path: '/customers/bulk', change: { action: 'sync' }, action: 'customer.sync' },
    { name: 'codes', path: '/qrs/bulk', change: { action: 'status', status: 'blocked' }, action: 'qr.status' },
    { name: 'web-risk statuses', path: '/webrisk/bulk', change: { action: 'status', status: 2 }, action: 'webrisk.status' },
    { name: 'web-risk checks', path: '/webrisk/bulk', change: { action: 'check' }, action: 'webrisk.check' },
    { name: 'abuse reports', path: '/abuse/bulk', change: { action: 'status', status: 1 }, action: 'abuse.status' },
  ] as const
  type Kind = (typeof kinds)[number]

  const fill = async () => {
    await insertCustomers(database.current, ids.map(trialing))
    await insertQrs(
      database.current,
      ids.map((id) => ({ id })),
    )
    await insertAbuse(
      database.current,
      ids.map((id) => ({ id })),
    )
    await insertWebrisk(
      database.current,
      ids.map((id) => ({ id, status: 1, url: 'https://blocked.example/' })),
    )
  }
  const run = (
    { path, change }: Kind,
    { batch = randomUUID(), of = ids, total }: { batch?: string; of?: number[]; total?: number } = {},
  ) => {
    const versions = change.action === 'extend-trial' ? { versions: of.map(() => 1) } : {}
    return rooms.world.lead.send('POST', path, { batch, change, ids: of, ...versions, ...(total === undefined ? {} : { total }) })
  }
  const done = async ({ action }: Kind) => {
    const rows = await orm()
      .select({ id: auditLog.targetId })
      .from(auditLog)
      .where(eq(auditLog.action, action))
      .orderBy(asc(auditLog.targetId), asc(auditLog.id))
    return rows.map(({ id }) => id).filter((id) => id > 30)
  }

  describe.each(kinds)('$name', (kind) => {
    test('are refused together, before anything is asked or changed', async () => {
      await fill()
      await setPolicies(block(many))
      const before = await contents()
      expect((await run(kind)).json()).toMatchObject({ error: 'blocked_by_policy', message: everybody.text })
      expect(await contents()).toEqual(before)
      expect((await run(kind, { of: [31, 32] })).statusCode).toBe(200)
      expect(await done(kind)).toEqual([31, 32])
    })

    test('count as the whole, of which a part is sent', async () => {
      await fill()
      await setPolicies(block(many))
      expect((await run(kind, { of: [31], total: 3 })).statusCode).toBe(403)
      expect(await done(kind)).toEqual([])
    })

    test('are done once when somebody else approves, however often it is sent and carried on', async () => {
      await fill()
      await setPolicies(ask(many))
      const batch = randomUUID()
      const id = requestOf(await run(kind, { batch }))
      expect(requestOf(await run(kind, { batch }))).toBe(id)
      expect(await done(kind)).toEqual([])
      expect((await decide(rooms.world.anna, id, 'approve')).json()).toMatchObject({ approval: { state: 'done', rows: 3 } })
      expect(await done(kind)).toEqual(ids)
      // As if the server had been killed before it could store that.
      await orm().update(approvals).set({ state: 'approved', leaseUntil: 0 })
      await server.app.approvalRunner.resume()
      expect((await stored(id)).state).toBe('done')
      expect(await done(kind)).toEqual(ids)
      const rows = await orm().select().from(auditLog).where(eq(auditLog.action, kind.action))
      expect(new Set(rows.map(({ approvedBy }) => approvedBy))).toEqual(new Set([rooms.world.anna.staff.email]))
    })
  })

  test('each customer is judged: who is stopped is named', async () => {
    await fill()
    await setPolicies(block({ is: 'customer-days', days: 15 }, 'customer.ban'))
    const ban = kinds[0]
    const reply = await run(ban)
    expect(reply.json()).toMatchObject({ error: 'blocked_by_policy', details: { 32: everybody.text, 33: everybody.text } })
    expect(reply.json<{ details: object }>().details).not.toHaveProperty('31')
    expect((await run(ban, { of: [31] })).statusCode).toBe(200)
    expect(await done(ban)).toEqual([31])
  })

  test('of trials that were extended before a crash, the rest is done', async () => {
    await fill()
    const [, , trials] = kinds
    await setPolicies(ask(many))
    const id = requestOf(await run(trials))
    await setPolicies()
    // The first customer of the batch, as the killed server left it.
    const { body } = await stored(id)
    await run(trials, { batch: String(body['batch']), of: [31] })
    await orm()
      .update(approvals)
      .set({ state: 'approved', leaseUntil: 0, decidedById: 3, decidedByEmail: 'anna', decidedByName: 'Anna' })
      .where(eq(approvals.id, id))
    await server.app.approvalRunner.resume()
    expect((await stored(id)).state).toBe('done')
    expect(await done(trials)).toEqual(ids)
    const requests = await orm().select().from(sandboxRequests)
    expect(requests.filter(({ operation }) => operation.includes('rial'))).toHaveLength(3)
  })

  test('an undo is judged as the opposite action, one or a batch of them', async () => {
    await fill()
    const { lead, anna } = rooms.world
    const batch = randomUUID()
    await run(kinds[0], { batch })
    const { auditId } = (await lead.send('PATCH', '/customers/1/ban', { banned: true })).json<{ auditId: number }>()
    await setPolicies(block(null, 'customer.unban'))
    const banned = async () =>
      (
        await orm()
          .select({ banned: customers.banned })
          .from(customers)
          .where(inArray(customers.id, [1, ...ids]))
      ).map(({ banned }) => banned)
    for (const [path, body] of [
      ['/undo', { auditId }],
      ['/undo', {}],
      ['/undo/batch', { batch }],
    ] as const)
      expect([path, (await lead.send('POST', path, body)).json()]).toMatchObject([path, { error: 'blocked_by_policy' }])
    expect(await banned()).toEqual([true, true, true, true])
    await setPolicies(ask(many, 'customer.unban'))
    const id = requestOf(await lead.send('POST', '/undo/batch', { batch }))
    expect((await decide(anna, id, 'approve')).json()).toMatchObject({ approval: { state: 'done' } })
    expect((await banned()).filter((is) => is)).toHaveLength(1)
    expect((await lead.send('POST', '/undo', { auditId })).statusCode).toBe(200)
  })

  test('an undo at the provider is done once when somebody else approves', async () => {
    const { clerk, anna, ben } = rooms.world
    const { auditId } = (await clerk.send('PATCH', '/customers/1/cancel-subscription', {})).json<{ auditId: number }>()
    await setPolicies(ask(null, 'customer.resume'))
    const undo = () => clerk.send('POST', '/undo', { auditId })
    const id = requestOf(await undo())
    expect((await decide(anna, id, 'approve')).json()).toMatchObject({ approval: { state: 'done' } })
    expect((await decide(ben, id, 'approve')).statusCode).toBe(409)
    const [customer] = await orm().select().from(customers).where(eq(customers.id, 1))
    expect(customer?.willCancel).toBe(false)
    const resumed = await orm().select().from(auditLog).where(eq(auditLog.action, 'customer.resume'))
    expect(resumed).toMatchObject([{ actorEmail: clerk.staff.email, approvedBy: anna.staff.email }])
    expect((await undo()).json()).toMatchObject({ error: 'nothing_to_undo' })
  })

  test('a playbook stops at the step, with the sentence', async () => {
    const { clerk } = rooms.world
    await setPolicies(block(null, 'note.write'))
    const key = randomUUID()
    const call = (command: string, path: string, method: string, body: object) => ({ command, title: command, method, path, body })
    const calls = [
      call('customer.ban', '/customers/1/ban', 'PATCH', { banned: true }),
      call('customer.add-note', '/customers/1/note', 'POST', { text: 'Banned.' }),
      call('customer.disable-2fa', '/customers/1/2fa/disable', 'PATCH', {}),
    ]
    const started = await clerk.send('POST', '/playbooks/runs', { runs: [{ key, name: 'Test', type: 'customer', record: 1, calls }] })
    expect([started.statusCode, started.body]).toEqual([200, expect.any(String)])
    const steps = async () => {
      await server.app.playbookRunner.settled()
      const { steps } = (await clerk.get(`/playbooks/runs/${key}`)).json<PlaybookRun>()
      return steps.map(({ state, message }) => message ?? state)
    }
    expect(await steps()).toEqual(['done', everybody.text, 'waiting'])
    await setPolicies(ask(null, 'note.write'))
    await clerk.send('POST', `/playbooks/runs/${key}/go-on`, { isWithout: false })
    expect(await steps()).toEqual(['done', expect.stringContaining('as request 1'), 'waiting'])
    expect((await decide(rooms.world.anna, 1, 'approve')).json()).toMatchObject({ approval: { state: 'done' } })
    await clerk.send('POST', `/playbooks/runs/${key}/go-on`, { isWithout: true })
    expect(await steps()).toEqual(['done', expect.any(String), 'done'])
  })
})

describeEngines('with step-up', (engine) => {
  const rooms = usePolicies(engine, { config: { stepUp: true } })
  const { setPolicies, decide, stored } = rooms

  test('an approved change of an account needs no proof of the asker any more', async () => {
    const { lead, anna } = rooms.world
    await setPolicies(ask(null, 'user.disable'))
    const disable = () => lead.send('PATCH', '/users/5/disabled', { disabled: true })
    rooms.server.clock.advance(16 * 60)
    expect((await disable()).json()).toMatchObject({ error: 'step_up_required' })
    await rooms.orm().update(sessions).set({ provenAt: rooms.server.clock.now() })
    const id = requestOf(await disable())
    await rooms.orm().update(sessions).set({ provenAt: 0 })
    expect((await decide(anna, id, 'approve')).json()).toMatchObject({ approval: { state: 'done' } })
    expect((await stored(id)).state).toBe('done')
  })
})
