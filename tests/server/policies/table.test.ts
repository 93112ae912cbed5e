import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { customers } from '../../../server/db/schema/customers.ts'
import { sessions } from '../../../server/db/schema/staff.ts'
import type { Approval } from '../../../src/contract/approvals.ts'
import type { MyPolicies, Policy, PolicyTable } from '../../../src/contract/policies.ts'
import { describeDatabase } from '../../support/database.ts'
import { everybody, requestOf, usePolicies } from '../../support/policies.ts'

const bans: Policy = { ...everybody, what: 'customer.ban', verdict: 'ask', text: 'Bans need a second person.' }

describeDatabase('the table of policies', (engine) => {
  const rooms = usePolicies(engine)
  const { setPolicies, orm } = rooms
  const table = async () => (await rooms.world.lead.get('/policies')).json<PolicyTable>()
  const put = (policies: readonly object[], revision: number, by = rooms.world.lead) => by.send('PUT', '/policies', { policies, revision })

  test('is changed as a whole, counted and audited [1.7 policies]', async () => {
    const { lead, clerk } = rooms.world
    expect(await table()).toEqual({ policies: [], revision: 0, changedBy: null, changedAt: null })
    expect((await put([bans], 0)).json()).toMatchObject({ success: true, revision: 1 })
    expect(await table()).toMatchObject({ policies: [bans], revision: 1, changedBy: lead.staff.email })
    expect((await put([], 0)).json()).toMatchObject({ error: 'stale' })
    expect((await put([bans], 1)).json()).toMatchObject({ revision: 1 })
    for (const reply of [await put([], 1, clerk), await clerk.get('/policies')]) expect(reply.statusCode).toBe(403)
    const audit = (await lead.get('/audit?action=policy.edit')).json<{ rows: object[] }>().rows
    expect(audit).toMatchObject([{ before: { policies: [] }, after: { policies: [bans] } }])
  })

  test('takes a fresh proof', async () => {
    await orm().update(sessions).set({ provenAt: 0 })
    expect((await put([bans], 0)).json()).toMatchObject({ error: 'step_up_required' })
  })

  test.each<[string, object]>([
    ['no text', { ...bans, text: ' ' }],
    ['an unknown action', { ...bans, what: 'customer.eat' }],
    ['an amount below 0', { ...bans, when: { is: 'above', amount: -1 } }],
    ['a role that nobody has', { ...bans, who: { is: 'role', role: 3 } }],
    ['an unknown field', { ...bans, also: 1 }],
  ])('refuses %s', async (_, policy) => {
    expect((await put([policy], 0)).statusCode).toBe(400)
    expect((await table()).revision).toBe(0)
  })

  test('counts at once, in every session, and no longer once it is emptied', async () => {
    const { clerk } = rooms.world
    const ban = (banned: boolean) => clerk.send('PATCH', '/customers/1/ban', { banned })
    expect((await ban(true)).statusCode).toBe(200)
    await clerk.send('PATCH', '/customers/1/ban', { banned: false })
    await setPolicies(bans)
    const { revision } = await table()
    requestOf(await ban(true))
    await put([], revision)
    expect((await ban(true)).statusCode).toBe(200)
  })

  test('is tried on what was done before it is saved [1.7 policy trial]', async () => {
    const { lead, clerk } = rooms.world
    await clerk.send('PATCH', '/customers/1/ban', { banned: true })
    await lead.send('PATCH', '/customers/4/ban', { banned: true })
    await clerk.send('PATCH', '/payments/1/refund', { amount: 5_000 })
    const refunds: Policy = { ...bans, what: 'payment.refund', when: { is: 'above', amount: 4_999 } }
    const tried = [
      bans,
      { ...bans, who: { is: 'role', role: 2 } },
      { ...bans, who: { is: 'person', id: lead.staff.id } },
      refunds,
      { ...refunds, when: { is: 'above', amount: 5_000 } },
      { ...bans, when: { is: 'customer-days', days: 50 } },
      { ...bans, when: { is: 'times-in-a-day', times: 1 } },
      { ...bans, verdict: 'allow' },
    ]
    const { rows } = (await lead.send('POST', '/policies/try', { policies: tried })).json<{ rows: object[] }>()
    const of = (stopped: number, all: number) => ({ stopped, of: all })
    expect(rows).toEqual([of(2, 2), of(1, 1), of(1, 1), of(1, 1), of(0, 1), of(2, 2), of(0, 2), of(0, 2)])
    expect((await clerk.send('POST', '/policies/try', { policies: [] })).statusCode).toBe(403)
  })

  test('tells everybody what concerns them, and what they did in a day [1.7 own policies]', async () => {
    const { lead, clerk } = rooms.world
    const mine = async (by = clerk) => (await by.get('/policies/mine')).json<MyPolicies>()
    expect(await mine()).toMatchObject({ policies: [], amountInDay: 0 })
    const refunds: Policy = { ...bans, who: { is: 'role', role: 2 }, what: 'payment.refund', when: { is: 'times-in-a-day', times: 9 } }
    await setPolicies(refunds, { ...bans, who: { is: 'token', id: 1 } })
    await clerk.send('PATCH', '/payments/1/refund', { amount: 5_000 })
    expect(await mine()).toMatchObject({ policies: [refunds], amountInDay: 5_000, timesInDay: { 'payment.refund': 1 } })
    expect((await mine(lead)).policies).toEqual([])
  })

  describe('requests', () => {
    test('are listed to who asked and who may decide, and counted [1.7 approvals]', async () => {
      const { lead, clerk, anna } = rooms.world
      await setPolicies({ ...everybody, verdict: 'ask' })
      const headers = { 'x-approval-reason': encodeURIComponent('They asked for it – twice.') }
      const url = '/api/admin/customers/1/ban'
      const banned = requestOf(await clerk.inject({ method: 'PATCH', url, headers, payload: { banned: true } }))
      const unlocked = requestOf(await lead.send('DELETE', '/users/5/lock'))
      const list = async (by = clerk, query = '') =>
        (await by.get(`/approvals?sort=id&sortDirection=asc${query}`)).json<{ rows: Approval[] }>().rows.map(({ id }) => id)
      expect([await list(), await list(lead), await list(anna)]).toEqual([[banned], [banned, unlocked], [banned, unlocked]])
      expect([await list(lead, '&mine=true'), await list(anna, '&state=done')]).toEqual([[unlocked], []])
      const news = async (by = clerk) => (await by.get('/approvals/news')).json<{ waiting: number; decided: Approval[] }>()
      expect([(await news()).waiting, (await news(lead)).waiting, (await news(anna)).waiting]).toEqual([0, 1, 2])
      const one = (await anna.get(`/approvals/${banned}`)).json<{ approval: Approval; now: object }>()
      expect(one).toMatchObject({
        approval: {
          action: 'customer.ban',
          target: 'customer1@example.com',
          customerId: 1,
          after: { banned: true },
          reason: 'They asked for it – twice.',
          isMine: false,
          mayDecide: true,
        },
        now: { refusal: null },
      })
      expect((await clerk.get(`/approvals/${unlocked}`)).statusCode).toBe(404)
      await anna.send('POST', `/approvals/${banned}/approve`)
      expect((await news()).decided).toMatchObject([{ id: banned, state: 'done', decidedByName: anna.staff.name, isMine: true }])
    })

    test('say what stands against them now, and change nothing by being read', async () => {
      const { clerk, anna, ben } = rooms.world
      await setPolicies({ ...bans, who: { is: 'role', role: 2 } })
      const id = requestOf(await clerk.send('PATCH', '/customers/1/ban', { banned: true }))
      await ben.send('PATCH', '/customers/1/ban', { banned: true })
      const before = await rooms.contents()
      const { now } = (await anna.get(`/approvals/${id}`)).json<{ now: { refusal: string | null } }>()
      expect(now.refusal).toBe('There is nothing left to change.')
      expect(await rooms.contents()).toEqual(before)
    })

    // An undo is open to every role, what it undoes may not be.
    test('to undo are decided only by whom the undone action is open to [1.7 decide]', async () => {
      const { lead, clerk, anna } = rooms.world
      const { auditId } = (await lead.send('PATCH', '/users/5', { name: 'Renamed' })).json<{ auditId: number }>()
      await setPolicies({ ...everybody, who: { is: 'person', id: lead.staff.id }, verdict: 'ask' })
      const id = requestOf(await lead.send('POST', '/undo', { auditId }))
      expect((await rooms.decide(clerk, id, 'approve')).statusCode).toBe(404)
      expect((await rooms.decide(anna, id, 'approve')).json()).toMatchObject({ approval: { state: 'done' } })
    })

    test('of a call with two changes are approved as one, whichever of them asks', async () => {
      const { clerk, anna } = rooms.world
      const edit = () => clerk.send('PATCH', '/customers/1', { qrLimit: 9, whitelisted: true })
      await setPolicies({ ...everybody, what: 'customer.whitelist', verdict: 'ask' })
      const id = requestOf(await edit())
      expect((await rooms.decide(anna, id, 'approve')).json()).toMatchObject({ approval: { state: 'done', rows: 1 } })
      const [customer] = await orm().select().from(customers).where(eq(customers.id, 1))
      expect(customer).toMatchObject({ qrLimit: 9, whitelisted: true })
    })

    test('of a call with a password are carried out by the asker, as it is kept nowhere', async () => {
      const { lead, anna } = rooms.world
      await setPolicies({ ...everybody, what: 'user.edit', verdict: 'ask' })
      const edit = () => lead.send('PATCH', '/users/5', { name: 'Renamed', password: 'numbers4letters' })
      const id = requestOf(await edit())
      expect((await rooms.decide(anna, id, 'approve')).json()).toMatchObject({ approval: { state: 'approved', isDoneByRequester: true } })
      expect((await edit()).statusCode).toBe(200)
      expect((await rooms.stored(id)).state).toBe('done')
      expect(JSON.stringify(await rooms.stored(id))).not.toContain('numbers4letters')
    })
  })
})
