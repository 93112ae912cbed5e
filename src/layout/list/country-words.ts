import { fold } from '../../commands/ranking.ts'
import { countryName } from '../kit/country-name.ts'

/** What else people call some countries. */
const otherNames: Readonly<Record<string, string>> = {
  usa: 'us',
  america: 'us',
  uk: 'gb',
  'great britain': 'gb',
  england: 'gb',
  holland: 'nl',
  'czech republic': 'cz',
  turkey: 'tr',
  'ivory coast': 'ci',
  macedonia: 'mk',
  korea: 'kr',
  uae: 'ae',
}

let known: ReadonlyMap<string, string> | null = null

/** The lower-case code of each country, by its folded name. */
export function countriesByName(): ReadonlyMap<string, string> {
  known ??= new Map([...allCodes().map((code): [string, string] => [nameOf(code), code.toLowerCase()]), ...Object.entries(otherNames)])
  return known
}

const nameOf = (code: string) => fold(countryName(code).replaceAll('&', 'and'))

/** All codes in use: 'DD' is no longer Germany's. */
function allCodes(): string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => countryName(code) !== code && new Intl.Locale(`und-${code}`).region === code)
}
