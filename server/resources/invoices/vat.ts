import { needsVatNumber } from '../../../src/contract/billing.ts'

/** Standard VAT rates of EU countries in hundredths of a percent. */
export const vatRates: Readonly<Record<string, number>> = {
  at: 2000,
  be: 2100,
  bg: 2000,
  cy: 1900,
  cz: 2100,
  de: 1900,
  dk: 2500,
  ee: 2400,
  el: 2400,
  gr: 2400,
  es: 2100,
  fi: 2550,
  fr: 2000,
  hr: 2500,
  hu: 2700,
  ie: 2300,
  it: 2200,
  lt: 2100,
  lu: 1700,
  lv: 2100,
  mt: 1800,
  nl: 2100,
  pl: 2300,
  pt: 2300,
  ro: 2100,
  se: 2500,
  si: 2200,
  sk: 2300,
}

/** What VAT depends on. */
export interface VatFacts {
  /** Two letters in either case; null if unknown. */
  country: string | null
  accountType: string | null
  vatNumber: string | null
}

/**
 * VAT rate in hundredths of a percent: that of the customer's EU country; 0 for companies there with a VAT number
 * (reverse charge; the seller's own country doesn't ask for one), outside the EU, or if the country is unknown.
 */
export function vatRateOf({ country, accountType, vatNumber }: VatFacts): number {
  if (country === null || isReverseCharge({ country, accountType, vatNumber })) return 0
  return vatRates[country.toLowerCase()] ?? 0
}

/** Whether the customer is a company that owes the VAT itself. */
export function isReverseCharge({ country, accountType, vatNumber }: VatFacts): boolean {
  return country !== null && accountType === 'company' && Boolean(vatNumber) && needsVatNumber({ country, accountType: 'company' })
}

/**
 * Splits a VAT-inclusive price into net and VAT, rounding half up; their sum is the price.
 * @param total in minor units, 0 or more
 * @param rate hundredths of a percent
 */
export function splitVat(total: number, rate: number): { subtotal: number; vatAmount: number } {
  const divisor = BigInt(10_000 + rate)
  const subtotal = Number((BigInt(total) * 20_000n + divisor) / (divisor * 2n))
  return { subtotal, vatAmount: total - subtotal }
}

/**
 * The net price before a discount, rounded half up, and the discount. Null without a discount, or if it was 100 %:
 * the price is then unknown.
 * @param subtotal in minor units, after the discount
 * @param percent discount
 */
export function beforeDiscount(subtotal: number, percent: number | null): { price: number; discount: number } | null {
  if (percent === null || percent <= 0 || percent >= 100) return null
  const divisor = BigInt(100 - percent)
  const price = Number((BigInt(subtotal) * 200n + divisor) / (divisor * 2n))
  return { price, discount: price - subtotal }
}
