import type { Stripe } from 'stripe'
import type { Db } from '../../db/connect.ts'
import { fromStripe } from '../../outside/payments/stripe/amounts.ts'
import type { CustomerColumns } from '../../resources/customers/change.ts'
import type { Rates } from '../../resources/payments/rates.ts'

/** Product names cached; few accounts have a product per customer. */
const maxNames = 1000

export type PlanColumns = Pick<CustomerColumns, 'planId' | 'planName' | 'planPrice' | 'planCurrency' | 'planMonths'>

/** Reads the plans of subscriptions. */
export class Plans {
  readonly #names = new Map<string, string | null>()

  constructor(private readonly stripe: Stripe) {}

  /** A subscription's plan as customer columns, except its price in the account currency; null without a price. */
  async of({ items }: Stripe.Subscription): Promise<PlanColumns | null> {
    const [first] = items.data
    if (!first) return null
    const { price } = first
    const months = monthsOf(price)
    const alike = items.data.filter((item) => item.price.currency === price.currency && monthsOf(item.price) === months)
    const number = price.metadata['plan_id']
    return {
      planId: number === '1' || number === '2' ? Number(number) : null,
      planName: await this.#nameOf(price),
      planPrice: fromStripe(
        alike.reduce((sum, item) => sum + (item.price.unit_amount ?? 0) * (item.quantity ?? 1), 0),
        price.currency,
      ),
      planCurrency: price.currency,
      planMonths: months,
    }
  }

  async #nameOf({ nickname, product, lookup_key: key }: Stripe.Price): Promise<string | null> {
    if (nickname !== null) return nickname
    if (typeof product !== 'string') return product.deleted ? key : product.name
    const known = this.#names.get(product)
    if (known !== undefined) return known ?? key
    const name = await this.stripe.products.retrieve(product).then(
      (found) => found.name,
      (error: { statusCode?: number }) => {
        if (error.statusCode === 404) return null
        throw error
      },
    )
    if (this.#names.size >= maxNames) this.#names.clear()
    this.#names.set(product, name)
    return name ?? key
  }
}

/** Months that one price covers; null if it does not cover whole months. */
function monthsOf({ recurring }: Stripe.Price): number | null {
  if (recurring === null) return null
  const { interval, interval_count: count } = recurring
  if (interval === 'year') return 12 * count
  return interval === 'month' ? count : null
}

/**
 * The plan columns that differ from what is stored, with the price in the account currency. While the price stays
 * the same, its conversion does too, even if rates change.
 */
export async function planChanges(
  db: Db,
  rates: Rates,
  stored: PlanColumns & { planFinalPrice: number | null },
  plan: PlanColumns | null,
): Promise<CustomerColumns> {
  if (plan === null) return {}
  const changed = Object.fromEntries(
    Object.entries(plan).filter(([name, value]) => stored[name as keyof PlanColumns] !== value),
  ) as CustomerColumns
  const isPriced = stored.planFinalPrice !== null && !('planPrice' in changed) && !('planCurrency' in changed)
  if (isPriced || plan.planPrice == null || plan.planCurrency == null) return changed
  const planFinalPrice = await rates.convert(db, plan.planPrice, plan.planCurrency)
  return planFinalPrice === stored.planFinalPrice ? changed : { ...changed, planFinalPrice }
}
