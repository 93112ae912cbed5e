import { checkVAT, countries } from 'jsvat'
import { euCountries } from './billing.ts'

/** The check of each country of the documented EU list. Greece has two codes (ruling 40). */
const checks = new Map(
  euCountries.map((code) => [code, countries.find(({ codes }) => codes[0] === (code === 'el' ? 'GR' : code.toUpperCase()))]),
)

/** Belgian numbers that begin with 1, given since 2023, which the library doesn't know. Its checksum holds for them, too. */
function isNewBelgian(text: string): boolean {
  const [, first = '', last = ''] = /^BE(1\d{7})(\d\d)$/.exec(text.toUpperCase().replace(/[\s./-]/g, '')) ?? []
  return first !== '' && 97 - (Number(first) % 97) === Number(last)
}

/** Longer than any number with the spaces and hyphens people type. */
const maxLength = 30

/**
 * Whether text is a valid VAT number of that country, prefix included, by format and checksum, without asking a network
 * service (ruling 40). Case, spaces, hyphens, dots and slashes don't matter.
 * @param country an EU code in either case; false for any other
 */
export function isVatNumber(country: string, text: string): boolean {
  const check = checks.get(country.toLowerCase())
  if (check === undefined || text.length > maxLength) return false
  return checkVAT(text, [check]).isValid || (country.toLowerCase() === 'be' && isNewBelgian(text))
}
