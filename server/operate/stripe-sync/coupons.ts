import { inArray } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { coupons } from '../../db/schema/customers.ts'
import { isNew, type Outcome, type Sync, same } from './objects.ts'

/** Coupons that staff can choose: still valid, with a whole percentage. */
export function isOffered({ valid, percent_off: percent }: Stripe.Coupon): boolean {
  return valid && percent !== null && Number.isInteger(percent)
}

/** Stores Stripe's coupons and leaves out those that staff cannot choose. Which ones they can choose is read from Stripe each time. */
export async function takeCoupons({ database }: Sync, page: readonly Stripe.Coupon[]): Promise<Outcome[]> {
  const names = page.map(({ id, name }) => name ?? id)
  return database.orm.transaction(async (tx) => {
    const found = await tx.select().from(coupons).where(inArray(coupons.name, names))
    const stored = new Map(found.map(({ name, percentOff }) => [name, percentOff]))
    const outcomes: Outcome[] = []
    for (const [index, coupon] of page.entries()) {
      const [name, percentOff] = [names[index] ?? coupon.id, coupon.percent_off ?? 0]
      const before = stored.get(name)
      // Of several coupons with one name, the first is kept, so that a second run changes nothing.
      if (before !== undefined || !isOffered(coupon)) outcomes.push(same)
      else {
        await tx.insert(coupons).values({ name, percentOff }).onConflictDoNothing()
        stored.set(name, percentOff)
        outcomes.push(isNew)
      }
    }
    return outcomes
  })
}
