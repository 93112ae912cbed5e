import { currencyDecimals } from '../../../../src/contract/money.ts'

/**
 * Where Stripe counts otherwise than our table (https://docs.stripe.com/currencies, "Special cases"). UGX has no decimals
 * any more, but Stripe still takes it in hundredths. ISK too, but the table gives it two decimals as well.
 */
const perUnit = (currency: string) => (currency.toLowerCase() === 'ugx' ? 100 : 1)

/** An amount as Stripe counts it, in our minor units (ruling 59). */
export const fromStripe = (amount: number, currency: string): number => Math.round(amount / perUnit(currency))

/** The reverse. */
export const toStripe = (amount: number, currency: string): number => amount * perUnit(currency)

/** Why Stripe would refuse this amount, in our minor units, whatever the payment; null if it wouldn't. */
export function whyNotAtStripe(amount: number, currency: string): string | null {
  const code = currency.toUpperCase()
  if (code === 'ISK' && amount % 100 !== 0) return 'Stripe moves ISK in whole crowns only: the decimals must be 0.'
  if (currencyDecimals(currency) !== 3 || amount % 10 === 0) return null
  return `Stripe moves ${code} in steps of 0,010 only: the third decimal must be 0.`
}
