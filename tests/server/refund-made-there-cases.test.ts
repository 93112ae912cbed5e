import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { customers } from '../../server/db/schema/customers.ts'
import { payments, refunds } from '../../server/db/schema/payments.ts'
import { auditLog } from '../../server/db/schema/staff.ts'
import { refreshFigures } from '../../server/resources/figures/refresh.ts'
import { testStart } from '../support/app.ts'
import { describeDatabase } from '../support/database.ts'
import { broughtBefore, useRefundsElsewhere, whole } from '../support/refund-elsewhere.ts'
import { signIn } from '../support/sign-in.ts'

describeDatabase('a refund that is made at the provider', (engine) => {
  const elsewhere = useRefundsElsewhere(engine)
  const { orm, start, tell, arrive, arriveAll, refund, books } = elsewhere

  describe('known cases', () => {
    beforeEach(() => start('stripe'))

    test('get a row dated when they were made, count in the figures, and show once on the timeline', async () => {
      await elsewhere.provider.refundThere(400, false)
      tell()
      await arriveAll()
      await arriveAll()
      expect(await orm().select().from(refunds)).toMatchObject([
        { amount: 400, finalAmount: 362, state: 'succeeded', providerRefundId: 're_1', settledAt: testStart - 86_400, staffId: null },
      ])
      const audited = await orm().select().from(auditLog).where(eq(auditLog.targetType, 'payment'))
      expect(audited).toMatchObject([
        { action: 'payment.refund', actorEmail: 'payment provider', after: { amountRefunded: 400, finalAmountRefunded: 362, userId: 1 } },
      ])
      await refreshFigures(orm())
      const stats = await (await signIn(elsewhere.server)).get(`/stats/general-stats?from=${testStart - 86_400}&to=${testStart - 86_400}`)
      expect(stats.json()).toMatchObject({ refunds: 1, refundTotal: 362 })
      const line = (await elsewhere.browser.get('/customers/1/timeline')).json<{ rows: { kind: string }[] }>()
      expect(line.rows.filter(({ kind }) => kind === 'refund' || kind === 'staff')).toMatchObject([
        { kind: 'refund', what: 'succeeded', detail: 'Made at the payment provider', amount: 400, actor: 'payment provider' },
      ])
    })

    test('do not count while pending and do not block our own refunds', async () => {
      await elsewhere.provider.refundThere(300, true)
      tell()
      await arriveAll()
      expect(await books()).toMatchObject({ refunded: 0, ids: [] })
      expect((await refund({ amount: 200 })).statusCode).toBe(200)
      tell()
      await elsewhere.provider.end(0, false)
      tell()
      await arriveAll()
      expect(await books()).toMatchObject({ refunded: 500, rows: 500, final: 453, finalRows: 453 })
    })

    test('are not counted twice if the total included them before they had rows', async () => {
      await elsewhere.provider.refundThere(400, false)
      await elsewhere.provider.refundThere(100, false)
      await orm().update(payments).set({ amountRefunded: 400, finalAmountRefunded: 362, refundCurrency: 'usd' })
      await orm()
        .update(customers)
        .set({ totalRevenue: broughtBefore + whole.finalAmount - 362 })
      tell()
      await arriveAll()
      expect(await books()).toMatchObject({ refunded: 500, final: 453, rows: 500, finalRows: 453, revenue: broughtBefore + 905 - 453 })
    })

    test('keep the account-currency amount if one fails and is remade before any notification', async () => {
      await elsewhere.provider.refundThere(1000, false)
      tell()
      await arriveAll()
      const { final } = await books()
      await elsewhere.provider.end(0, true)
      await elsewhere.provider.refundThere(1000, false)
      tell()
      await arriveAll()
      expect(await books()).toMatchObject({ refunded: 1000, rows: 1000, final, finalRows: final, revenue: broughtBefore })
    })

    test('are reversed once when they fail later, and stay reversed', async () => {
      await elsewhere.provider.refundThere(400, false)
      tell()
      await arriveAll()
      await elsewhere.provider.end(0, true)
      tell()
      tell()
      await Promise.all([arrive([1, 2, 1, 2]), arriveAll()])
      expect(await books()).toMatchObject({ refunded: 0, final: 0, rows: 0, revenue: broughtBefore + 905 })
      const taken = and(eq(auditLog.targetType, 'payment'), eq(auditLog.action, 'payment.refund-failed'))
      expect(await orm().$count(auditLog, taken)).toBe(1)
    })
  })
})
