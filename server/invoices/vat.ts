import { needsVatNumber } from '../../src/contract/billing.ts'

/** Standard VAT rates in hundredths of a percent, of all countries of the EU. */
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

/** What of a customer decides about VAT. */
export interface VatFacts {
  /** Two letters in either case; null where it is not known. */
  country: string | null
  accountType: string | null
  vatNumber: string | null
}

/**
 * Hundredths of a percent: the rate of the customer's country in the EU, none for companies there that have a VAT number (they owe it
 * themselves; the seller's own country asks for no such number), none outside of the EU or where the country is not known.
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
 * The net amount and the VAT within a price that includes it, rounded half up; together they are the price again.
 * @param total in minor units, 0 or more
 * @param rate hundredths of a percent
 */
export function splitVat(total: number, rate: number): { subtotal: number; vatAmount: number } {
  const divisor = BigInt(10_000 + rate)
  const subtotal = Number((BigInt(total) * 20_000n + divisor) / (divisor * 2n))
  return { subtotal, vatAmount: total - subtotal }
}

/**
 * The net price before a discount, rounded half up, and what the discount takes off it; null where none applied, or where it took all:
 * then nothing says what the price was.
 * @param subtotal in minor units, after the discount
 * @param percent of the discount
 */
export function beforeDiscount(subtotal: number, percent: number | null): { price: number; discount: number } | null {
  if (percent === null || percent <= 0 || percent >= 100) return null
  const divisor = BigInt(100 - percent)
  const price = Number((BigInt(subtotal) * 200n + divisor) / (divisor * 2n))
  return { price, discount: price - subtotal }
}
