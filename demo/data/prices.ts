/** The two plans. The billing period is set per customer. */
export const planNames: Record<number, string> = { 1: 'Pro', 2: 'Business' }

interface Currency {
  /** Decimals used by the provider. */
  decimals: 0 | 2 | 3
  /** EUR per unit. */
  rate: number
  /** Monthly price of plan 1, in whole units. */
  monthly: number
}

const currencies: Record<string, Currency> = {
  eur: { decimals: 2, rate: 1, monthly: 19.95 },
  usd: { decimals: 2, rate: 0.91, monthly: 21.95 },
  gbp: { decimals: 2, rate: 1.16, monthly: 17.95 },
  chf: { decimals: 2, rate: 1.05, monthly: 19.9 },
  sek: { decimals: 2, rate: 0.088, monthly: 229 },
  nok: { decimals: 2, rate: 0.086, monthly: 239 },
  dkk: { decimals: 2, rate: 0.134, monthly: 149 },
  pln: { decimals: 2, rate: 0.23, monthly: 84.9 },
  czk: { decimals: 2, rate: 0.04, monthly: 499 },
  huf: { decimals: 2, rate: 0.0025, monthly: 7990 },
  ron: { decimals: 2, rate: 0.2, monthly: 99 },
  mxn: { decimals: 2, rate: 0.049, monthly: 399 },
  brl: { decimals: 2, rate: 0.16, monthly: 119 },
  cop: { decimals: 2, rate: 0.00022, monthly: 89_900 },
  pen: { decimals: 2, rate: 0.25, monthly: 79.9 },
  try: { decimals: 2, rate: 0.024, monthly: 799 },
  inr: { decimals: 2, rate: 0.0104, monthly: 1899 },
  aud: { decimals: 2, rate: 0.59, monthly: 32.95 },
  cad: { decimals: 2, rate: 0.65, monthly: 29.95 },
  zar: { decimals: 2, rate: 0.05, monthly: 389 },
  aed: { decimals: 2, rate: 0.25, monthly: 79 },
  jpy: { decimals: 0, rate: 0.0061, monthly: 3280 },
  clp: { decimals: 0, rate: 0.00096, monthly: 19_990 },
  krw: { decimals: 0, rate: 0.00065, monthly: 29_900 },
  vnd: { decimals: 0, rate: 0.000036, monthly: 549_000 },
  kwd: { decimals: 3, rate: 2.95, monthly: 6.75 },
  bhd: { decimals: 3, rate: 2.41, monthly: 8.25 },
  omr: { decimals: 3, rate: 2.36, monthly: 8.45 },
  jod: { decimals: 3, rate: 1.28, monthly: 15.5 },
  tnd: { decimals: 3, rate: 0.29, monthly: 65 },
}

function currency(code: string): Currency {
  const found = currencies[code]
  if (found === undefined) throw new Error(`no demo price in ${code}`)
  return found
}

/** A plan's price in minor units; a year costs ten months. */
export function planPrice(code: string, planId: number, months: number): number {
  const { decimals, monthly } = currency(code)
  return Math.round(monthly * (planId === 2 ? 2 : 1) * (months === 12 ? 10 : 1) * 10 ** decimals)
}

/** The trial week's price in minor units: about a twentieth of a month. */
export function trialPrice(code: string): number {
  return Math.max(1, Math.round(planPrice(code, 1, 1) / 20))
}

/** Converts minor units to EUR cents. */
export function inEuroCents(code: string, amount: number): number {
  const { decimals, rate } = currency(code)
  return Math.round((amount / 10 ** decimals) * rate * 100)
}
