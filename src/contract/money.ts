/** The account currency, used by `final*` amounts. */
export const accountCurrency = 'eur'

/** Currencies without decimals; the documented list is complete (ruling 29). */
const zeroDecimal: ReadonlySet<string> = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '))

/** Currencies with three decimals: refunds and typed amounts are refused (ruling 29). */
export const threeDecimal: ReadonlySet<string> = new Set('bhd iqd jod kwd lyd omr tnd'.split(' '))

/** Decimals of a currency: 0 or 2. */
export function currencyDecimals(currency: string): 0 | 2 {
  return zeroDecimal.has(currency.toLowerCase()) ? 0 : 2
}

/**
 * Formats money: `1.234,50 €`, or the upper-case code after the number for other currencies.
 * @param amount integer in the currency's minor unit
 */
export function formatMoney(amount: number, currency: string): string {
  const decimals = currencyDecimals(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, '.')
  const fraction = decimals === 0 ? '' : `,${digits.slice(-decimals)}`
  const symbol = currency.toLowerCase() === accountCurrency ? '€' : currency.toUpperCase()
  return `${amount < 0 ? '-' : ''}${whole}${fraction} ${symbol}`
}
