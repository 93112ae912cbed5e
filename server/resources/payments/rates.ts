import { sql } from 'drizzle-orm'
import { accountCurrency, currencyDecimals } from '../../../src/contract/money.ts'
import type { Db } from '../../db/connect.ts'
import type { PaymentRecord } from '../../outside/payments/port.ts'

/**
 * Converts amounts to the account currency: as the provider settled them, otherwise at the rate of the latest
 * settled payment in that currency.
 */
export class Rates {
  /** The value of one minor unit in minor units of the account currency; null if unknown. */
  readonly #known = new Map<string, number | null>()

  /** @param given euros per whole unit, by currency; take precedence over rates from payments */
  constructor(private readonly given: ReadonlyMap<string, number> = new Map()) {}

  /** @returns minor units of the account currency; null if no rate is known */
  async convert(db: Db, amount: number, currency: string): Promise<number | null> {
    if (currency === accountCurrency) return amount
    const given = this.given.get(currency)
    const rate = given === undefined ? await this.#latest(db, currency) : given * 10 ** (2 - currencyDecimals(currency))
    return rate === null ? null : Math.round(amount * rate)
  }

  /**
   * A payment's amount in the account currency. A payment that never succeeded counts nowhere, so without a rate it is 0.
   * @returns minor units of the account currency; null if it succeeded but no rate is known
   */
  async finalAmount(db: Db, { settled, amount, currency, status }: PaymentRecord): Promise<number | null> {
    if (currency === accountCurrency) return amount
    const final = (settled && (await this.convert(db, settled.amount, settled.currency))) ?? (await this.convert(db, amount, currency))
    return final ?? (status === 'succeeded' ? null : 0)
  }

  /** Remembers the rate of a payment that was settled in the account currency. */
  learn({ settled, amount, currency }: PaymentRecord): void {
    if (settled?.currency === accountCurrency && amount > 0) this.#known.set(currency, settled.amount / amount)
  }

  async #latest(db: Db, currency: string): Promise<number | null> {
    const known = this.#known.get(currency)
    if (known !== undefined) return known
    const { rows } = await db.execute<{ rate: number }>(sql`
      select final_amount::float8 / amount as rate from payments
      where currency = ${currency} and stripe_payment_intent_status = 'succeeded' and amount > 0 and final_amount > 0
      order by confirmed_at desc limit 1`)
    const rate = rows[0]?.rate ?? null
    this.#known.set(currency, rate)
    return rate
  }
}
