/** The account currency, used by `final*` amounts. */
export const accountCurrency = 'eur'

/** The currencies that don't have two decimals, with their number: the documented list has none, seven have three (ruling 59). */
export const otherDecimals: ReadonlyMap<string, 0 | 3> = new Map([
  ...'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' ').map((code) => [code, 0] as const),
  ...'bhd iqd jod kwd lyd omr tnd'.split(' ').map((code) => [code, 3] as const),
])

/** Decimals of a currency, by which its amounts are stored, sent, shown and typed, however a provider counts (ruling 59). */
export const currencyDecimals = (currency: string): 0 | 2 | 3 => otherDecimals.get(currency.toLowerCase()) ?? 2

/**
 * Formats money: `1.234,50 €`, or the upper-case code after the number for other currencies. No line ends between the two.
 * @param amount integer in the currency's minor unit
 */
export function formatMoney(amount: number, currency: string): string {
  const decimals = currencyDecimals(currency)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, '.')
  const fraction = decimals === 0 ? '' : `,${digits.slice(-decimals)}`
  const symbol = currency.toLowerCase() === accountCurrency ? '€' : currency.toUpperCase()
  return `${amount < 0 ? '−' : ''}${whole}${fraction}\u00a0${symbol}`
}
