import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFigures } from '../../server/operate/figures/check.ts'
import { settleRefunds } from '../../server/resources/payments/settling.ts'
import { describeEngines } from '../support/database.ts'
import { broughtBefore, type How, useRefundsElsewhere, whole } from '../support/refund-elsewhere.ts'

type Step =
  | { what: 'ours'; amount: number; how: How; meanwhile: number[] }
  | { what: 'there'; amount: number; isPending: boolean }
  | { what: 'end'; place: number; failed: boolean }
  | { what: 'arrive'; places: number[] }
  | { what: 'settle' }

const amount = fc.integer({ min: 1, max: 700 })
const place = fc.nat({ max: 9 })
const places = fc.array(place, { minLength: 1, maxLength: 4 })

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    what: fc.constant('ours' as const),
    amount,
    how: fc.constantFrom('done' as const, 'done' as const, 'pending' as const, 'unheard' as const),
    meanwhile: fc.array(place, { maxLength: 2 }),
  }),
  fc.record({ what: fc.constant('there' as const), amount, isPending: fc.boolean() }),
  fc.record({ what: fc.constant('end' as const), place, failed: fc.boolean() }),
  fc.record({ what: fc.constant('arrive' as const), places }),
  fc.record({ what: fc.constant('settle' as const) }),
)

describeEngines('refunds that are made at the provider', (engine) => {
  const elsewhere = useRefundsElsewhere(engine)
  const { orm, start, tell, arrive, arriveAll, refund, books } = elsewhere

  const take = async (what: Step): Promise<void> => {
    if (what.what === 'arrive') {
      const replies = await arrive(what.places)
      expect(replies.every(({ statusCode }) => statusCode === 200 || statusCode === 503)).toBe(true)
      return
    }
    if (what.what === 'settle') {
      elsewhere.server.clock.advance(31)
      await settleRefunds(elsewhere.server.context)
      return
    }
    if (what.what === 'there') await elsewhere.provider.refundThere(what.amount, what.isPending)
    else if (what.what === 'end') await elsewhere.provider.end(what.place, what.failed)
    else {
      elsewhere.provider.befall(what.how)
      const [reply] = await Promise.all([refund({ amount: what.amount }), arrive(what.meanwhile)])
      expect(reply.statusCode).not.toBe(500)
      elsewhere.provider.befall('done')
    }
    tell()
  }

  // The embedded database serves one connection at a time, so there are no races. It is mostly used with the embedded provider.
  test.each(engine.testsShared ? (['sandbox', 'stripe'] as const) : (['sandbox'] as const))(
    'keep both sides equal in any event sequence: %s',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 3, maxLength: 14 }), async (isKnown, steps) => {
          await start(kind, isKnown)
          if (!isKnown) tell()
          for (const what of steps) await take(what)
          await arriveAll()
          const { refunded = -1, final = -1, revenue, rows, finalRows, ids } = await books()
          expect([refunded, rows]).toEqual([await elsewhere.provider.refunded(), refunded])
          expect(finalRows).toBe(final)
          if (refunded === 0 || refunded === whole.amount) expect(final).toBe(refunded === 0 ? 0 : whole.finalAmount)
          // Without a notification, we do not know that the payment is paid.
          expect(revenue).toBe(broughtBefore + whole.finalAmount - final)
          expect(new Set(ids).size).toBe(ids.length)
          expect((await checkFigures(orm())).differences).toEqual([])
        }),
        { numRuns: engine.kind === 'embedded' ? 8 : 25, endOnFailure: true },
      )
    },
    240_000,
  )
})
