import { checkVAT, countries } from 'jsvat'
import { euCountries } from './billing.ts'

/** The check of each country of the documented EU list. Greece has two codes (ruling 40). */
const checks = new Map(
  euCountries.map((code) => [code, countries.find(({ codes }) => codes[0] === (code === 'el' ? 'GR' : code.toUpperCase()))]),
)

/** Longer than any number with the spaces and hyphens people type. */
const maxLength = 30

/**
 * Whether text is a valid VAT number of that country, prefix included, by format and checksum, without asking a network
 * service (ruling 40). Case, spaces, hyphens, dots and slashes don't matter.
 * @param country an EU code in either case; false for any other
 */
export function isVatNumber(country: string, text: string): boolean {
  const check = checks.get(country.toLowerCase())
  return check !== undefined && text.length <= maxLength && checkVAT(text, [check]).isValid
}
