import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { sandboxRefunds } from '../../server/db/schema/sandbox.ts'
import { auditLog, staff } from '../../server/db/schema/staff.ts'
import type { Policy } from '../../src/contract/policies.ts'
import { describeEngines } from '../support/database.ts'
import { everybody, requestOf, usePolicies } from '../support/policies.ts'
import { insertPayments } from '../support/rows.ts'
import { openSession, type Session } from '../support/sign-in.ts'

const above = (amount: number): Policy => ({
  ...everybody,
  what: 'payment.refund',
  when: { is: 'above', amount },
  verdict: 'ask',
  text: 'Larger refunds need a second person.',
})
const inADay: Policy = {
  ...above(0),
  when: { is: 'above-in-a-day', amount: 10_000 },
  text: 'More than 100,00 € a day need a second person.',
}

describeEngines('a refund that takes a second person', (engine) => {
  const rooms = usePolicies(engine)
  const { setPolicies, decide, stored, orm, server, database } = rooms

  const refund = (by: Session, amount?: number, payment = 1) =>
    by.send('PATCH', `/payments/${payment}/refund`, amount === undefined ? {} : { amount })
  const atProvider = async () => (await orm().select().from(sandboxRefunds)).map(({ amount }) => amount)
  const audits = () => orm().select().from(auditLog).where(eq(auditLog.action, 'payment.refund'))
  const ask = async (amount?: number) => {
    await setPolicies(above(10_000))
    return requestOf(await refund(rooms.world.clerk, amount))
  }

  test('is made once, and both people are in the audit trail', async () => {
    const { clerk, lead } = rooms.world
    const id = await ask()
    expect(await atProvider()).toEqual([])
    expect((await decide(lead, id, 'approve')).json()).toMatchObject({ approval: { state: 'done', amount: 12_000 } })
    expect(await atProvider()).toEqual([12_000])
    expect(await audits()).toMatchObject([{ actorEmail: clerk.staff.email, approvedBy: lead.staff.email }])
  })

  test('is void once 30,00 € of the payment were refunded by somebody else', async () => {
    const { lead, anna } = rooms.world
    const id = await ask()
    expect((await refund(lead, 3_000)).statusCode).toBe(200)
    expect((await decide(anna, id, 'approve')).json()).toMatchObject({ error: 'stale', message: expect.stringContaining('has changed') })
    expect(await stored(id)).toMatchObject({ state: 'void', answer: expect.stringContaining('has changed') })
    expect(await atProvider()).toEqual([3_000])
  })

  test('still wants its approval when the policy is gone, or is withdrawn by who asked', async () => {
    const { clerk, lead, anna } = rooms.world
    const id = await ask()
    await setPolicies()
    expect((await stored(id)).state).toBe('open')
    expect((await decide(clerk, id, 'approve')).statusCode).toBe(403)
    for (const by of [lead, anna]) expect((await decide(by, id, 'withdraw')).statusCode).toBe(403)
    expect((await decide(lead, id, 'approve')).json()).toMatchObject({ approval: { state: 'done' } })
  })

  test('is withdrawn only by who asked', async () => {
    const { clerk, lead } = rooms.world
    const id = await ask()
    expect((await decide(lead, id, 'withdraw')).statusCode).toBe(403)
    expect((await decide(clerk, id, 'withdraw')).json()).toMatchObject({ approval: { state: 'withdrawn' } })
    expect((await decide(lead, id, 'approve')).json()).toMatchObject({ error: 'conflict' })
    expect(await atProvider()).toEqual([])
  })

  test('is not approved by a token either', async () => {
    const { lead } = rooms.world
    await setPolicies(above(10_000))
    const id = requestOf(await refund(lead))
    const { token } = (await lead.send('POST', '/tokens', { name: 'Mine', scopes: ['read'] })).json<{ token: string }>()
    const url = `/api/admin/approvals/${id}/approve`
    const reply = await server.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${token}`, 'sec-fetch-site': 'same-origin' },
    })
    expect(reply.statusCode).toBe(403)
    expect((await stored(id)).state).toBe('open')
  })

  test.skipIf(engine.kind === 'embedded')('is approved or withdrawn, if both are done in the same moment', async () => {
    const { clerk, lead } = rooms.world
    const id = await ask()
    const replies = await Promise.all([decide(lead, id, 'approve'), decide(clerk, id, 'withdraw')])
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    const isApproved = replies[0]?.statusCode === 200
    expect((await stored(id)).state).toBe(isApproved ? 'done' : 'withdrawn')
    expect(await atProvider()).toEqual(isApproved ? [12_000] : [])
  })

  test('is rejected by somebody else with a reason, and not by oneself', async () => {
    const { clerk, lead } = rooms.world
    const id = await ask()
    expect((await decide(clerk, id, 'reject', { reason: 'Mine.' })).statusCode).toBe(403)
    expect((await decide(lead, id, 'reject', { reason: ' ' })).statusCode).toBe(400)
    expect((await decide(lead, id, 'reject', { reason: 'Paid by voucher.' })).json()).toMatchObject({
      approval: { state: 'rejected', answer: 'Paid by voucher.', decidedByName: lead.staff.name },
    })
    expect((await decide(lead, id, 'approve')).json()).toMatchObject({ message: expect.stringContaining('Paid by voucher.') })
    expect(await atProvider()).toEqual([])
  })

  test('is not approved by a helper whom the asker’s new policies allow it', async () => {
    const { lead, clerk } = rooms.world
    await setPolicies(above(10_000))
    const id = requestOf(await refund(lead))
    await setPolicies({ ...above(10_000), who: { is: 'role', role: 1 } })
    expect((await decide(clerk, id, 'approve')).statusCode).toBe(403)
    expect((await stored(id)).state).toBe('open')
  })

  test('is not approved by somebody whom a policy blocks', async () => {
    const { anna, ben } = rooms.world
    await setPolicies({ ...above(0), who: { is: 'person', id: anna.staff.id }, verdict: 'block' }, above(10_000))
    const id = requestOf(await refund(rooms.world.clerk))
    expect((await decide(anna, id, 'approve')).statusCode).toBe(403)
    expect((await decide(ben, id, 'approve')).statusCode).toBe(200)
  })

  test.each([
    ['is switched off', () => orm().update(staff).set({ disabledAt: 1 }).where(eq(staff.id, 2))],
    ['is removed', () => orm().delete(staff).where(eq(staff.id, 2))],
  ])('is void if the asker %s meanwhile', async (_, change) => {
    const id = await ask()
    await change()
    expect((await decide(rooms.world.lead, id, 'approve')).json()).toMatchObject({ error: 'stale' })
    expect(await stored(id)).toMatchObject({ state: 'void', answer: expect.stringContaining('is gone') })
    expect(await atProvider()).toEqual([])
  })

  test('is void if the asker’s role may no longer do it', async () => {
    const { lead, anna } = rooms.world
    await setPolicies({ ...everybody, what: 'payment.approve', verdict: 'ask' })
    const id = requestOf(await lead.send('PATCH', '/payments/2/force-approve', {}))
    await orm().update(staff).set({ rol: 2 }).where(eq(staff.id, lead.staff.id))
    expect((await decide(anna, id, 'approve')).statusCode).toBe(409)
    expect(await stored(id)).toMatchObject({ state: 'void', answer: 'Your account may not do this.' })
  })

  test('fails with the provider’s reason, and can be asked for again', async () => {
    const id = await ask()
    server.sandbox.faults.add({ operation: 'refund', kind: 'refuse', message: 'The balance is too low.' })
    expect((await decide(rooms.world.lead, id, 'approve')).json()).toMatchObject({
      approval: { state: 'failed', answer: 'The balance is too low.' },
    })
    expect(await atProvider()).toEqual([])
    expect(requestOf(await refund(rooms.world.clerk))).not.toBe(id)
  })

  describe('more than 100,00 € in a day', () => {
    const three = async () => {
      await insertPayments(
        database.current,
        [11, 12, 13].map((id) => ({ id, amount: 4_000 })),
      )
      await setPolicies(inADay)
    }

    test('the third of 40,00 € asks', async () => {
      await three()
      const { clerk, lead } = rooms.world
      for (const payment of [11, 12]) expect((await refund(clerk, 4_000, payment)).statusCode).toBe(200)
      const id = requestOf(await refund(clerk, 4_000, 13))
      expect(await atProvider()).toEqual([4_000, 4_000])
      expect((await refund(lead, 4_000, 13)).statusCode).toBe(200)
      expect((await stored(id)).state).toBe('open')
    })

    test.skipIf(engine.kind === 'embedded')('one of three asks that are sent in the same moment by two sessions', async () => {
      await three()
      const { clerk } = rooms.world
      const elsewhere = await openSession(server, clerk.staff)
      const replies = await Promise.all([clerk, elsewhere, clerk].map((by, index) => refund(by, 4_000, 11 + index)))
      expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(1)
      expect(await atProvider()).toEqual([4_000, 4_000])
    })
  })

  test('a program is refused what takes a second person, as it can’t wait', async () => {
    await setPolicies({ ...everybody, verdict: 'ask' })
    const reply = await rooms.world.product.remove('customers', 'our-customers')
    expect([reply.statusCode, reply.json()]).toMatchObject([403, { error: 'blocked_by_policy', message: everybody.text }])
    expect((await orm().select().from(customers).where(eq(customers.id, 1)))[0]?.deleted).toBe(false)
  })
})
