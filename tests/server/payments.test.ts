import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { coupons, customers } from '../../server/db/schema/customers.ts'
import { payments } from '../../server/db/schema/payments.ts'
import { sandboxPayments } from '../../server/db/schema/sandbox.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { applyPaymentState } from '../../server/resources/payments/provider-state.ts'
import { buildTestApp } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { usePayments } from '../support/payments.ts'
import { insertPayments } from '../support/rows.ts'
import { type Browser, signIn } from '../support/sign-in.ts'

describeDatabase('payments', (engine) => {
  const till = usePayments(engine)
  const { database } = till

  describe('coupons', () => {
    test('come from the provider, with name and percentage [1.3 coupon] [1.7 coupons]', async () => {
      await database.current.orm.insert(coupons).values([
        { name: 'Half', percentOff: 50 },
        { name: 'Tenth', percentOff: 10 },
      ])
      const reply = await till.browser.get('/payments/coupons')
      expect(reply.json()).toEqual([
        { name: 'Tenth', percent_off: 10 },
        { name: 'Half', percent_off: 50 },
      ])
    })

    test.each([
      ['refuse', 502, 'provider_refused', 'The payment provider refused: Not today.'],
      ['lost-before', 504, 'provider_timeout', 'The payment provider did not answer in time: the coupons are not known.'],
    ] as const)('report the provider’s failure: %s', async (kind, status, error, message) => {
      till.server.sandbox.faults.add({ operation: 'coupons', kind, message: 'Not today.' })
      const reply = await till.browser.get('/payments/coupons')
      expect([reply.statusCode, reply.json()]).toEqual([status, { statusCode: status, error, message }])
    })
  })

  describe('force-approve', () => {
    const approve = (id = 1, by: Browser = till.browser) => by.send('PATCH', `/payments/${id}/force-approve`, {})
    const stored = async () => (await database.current.orm.select().from(payments).where(eq(payments.id, 1)))[0]
    const revenue = async () => (await database.current.orm.select().from(customers).where(eq(customers.id, 1)))[0]?.totalRevenue
    const audited = () => database.current.orm.select().from(auditLog).orderBy(asc(auditLog.id))
    const open = { stripePaymentIntentStatus: 'requires_action', stripeInvoiceStatus: 'open', status: 'pending', finalAmount: 4_000 }

    // [1.4 force-approve] [1.7 force-approve] [R16 our paths]
    test('approves at the provider, updates the payment and audits who did it', async () => {
      await insertPayments(database.current, [open])
      const reply = await approve()
      const [change] = await audited()
      const now = till.server.clock.now()
      expect(reply.json()).toEqual({ success: true, data: { paymentUpdate: { status: 'paid', confirmedAt: now } }, auditId: change?.id })
      const after = { stripePaymentIntentStatus: 'succeeded', stripeInvoiceStatus: 'paid', status: 'paid', confirmedAt: now }
      expect(await stored()).toMatchObject({ ...after, version: 2 })
      expect(await revenue()).toBe(104_000)
      expect(change).toMatchObject({
        action: 'payment.approve',
        targetType: 'payment',
        targetId: 1,
        actorId: till.browser.staff.id,
        before: { stripePaymentIntentStatus: 'requires_action', stripeInvoiceStatus: 'open', status: 'pending', confirmedAt: null },
        after: { ...after, userId: 1 },
        reversible: false,
      })
    })

    test('takes effect once for parallel requests', async () => {
      await insertPayments(database.current, [open])
      const replies = await Promise.all([approve(), approve(), approve()])
      expect(replies.map(({ statusCode }) => statusCode).filter((status) => status !== 200 && status !== 409)).toEqual([])
      expect(await audited()).toHaveLength(1)
      expect(await revenue()).toBe(104_000)
    })

    test('does not overwrite the state from a notification that arrived meanwhile', async () => {
      await insertPayments(database.current, [open])
      const app = await buildTestApp(database.current)
      app.sandbox.approve = async (intentId, key) => {
        const answer = await till.server.sandbox.approve(intentId, key)
        const trouble = { disputeStatus: 'needs_response', disputeReason: 'fraudulent', earlyFraud: true }
        await database.current.orm.update(sandboxPayments).set(trouble)
        await applyPaymentState(database.current.orm, 1, { ...answer, ...trouble, status: 'processing' })
        return answer
      }
      const reply = await approve(1, await signIn(app))
      expect(reply.json()).toMatchObject({ success: true, data: { paymentUpdate: { status: 'paid' } } })
      expect(await stored()).toMatchObject({
        stripePaymentIntentStatus: 'succeeded',
        stripeDisputeStatus: 'needs_response',
        earlyFraud: true,
      })
      await app.app.close()
    })

    test('detects on retry that the provider approved without answering', async () => {
      await insertPayments(database.current, [open])
      till.server.sandbox.faults.add({ operation: 'approve', kind: 'lost-after' })
      const lost = await approve()
      expect([lost.statusCode, lost.json()]).toMatchObject([504, { error: 'provider_timeout' }])
      expect(await stored()).toMatchObject({ stripePaymentIntentStatus: 'requires_action', version: 1 })
      till.server.clock.advance(120)
      expect((await approve()).json()).toMatchObject({ success: true, data: { paymentUpdate: { status: 'paid' } } })
      expect(await revenue()).toBe(104_000)
    })

    test('reports a refusal by the provider and changes nothing', async () => {
      await insertPayments(database.current, [open])
      till.server.sandbox.faults.add({ operation: 'approve', kind: 'refuse' })
      const reply = await approve()
      expect([reply.statusCode, reply.json()]).toEqual([
        200,
        { success: false, data: { paymentUpdate: { status: 'pending', confirmedAt: null } } },
      ])
      expect(await stored()).toMatchObject({ stripePaymentIntentStatus: 'requires_action', version: 1 })
      expect(await audited()).toEqual([])
    })

    test('is only for pending payments and role 1 [R31 force-approve]', async () => {
      await insertPayments(database.current, [{}, open])
      const refused = await approve()
      expect([refused.statusCode, refused.json()]).toEqual([
        409,
        {
          statusCode: 409,
          error: 'unavailable_action',
          message: 'Nothing to approve. The payment is succeeded; only one that is processing or requires something can be approved.',
        },
      ])
      expect((await approve(3)).statusCode).toBe(404)
      expect((await approve(2, await signIn(till.server, { rol: 2 }))).statusCode).toBe(403)
    })
  })
})
