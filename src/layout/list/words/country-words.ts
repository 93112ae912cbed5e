import { fold } from '../../../commands/text/ranking.ts'
import { countryName } from '../../kit/country-name.ts'

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

/** What people of some countries, and what comes from there, are called. */
const adjectives: Readonly<Record<string, string>> = {
  american: 'us',
  argentinian: 'ar',
  argentine: 'ar',
  australian: 'au',
  austrian: 'at',
  belgian: 'be',
  brazilian: 'br',
  british: 'gb',
  bulgarian: 'bg',
  canadian: 'ca',
  chilean: 'cl',
  chinese: 'cn',
  colombian: 'co',
  croatian: 'hr',
  cypriot: 'cy',
  czech: 'cz',
  danish: 'dk',
  dutch: 'nl',
  egyptian: 'eg',
  english: 'gb',
  estonian: 'ee',
  finnish: 'fi',
  french: 'fr',
  german: 'de',
  greek: 'gr',
  hungarian: 'hu',
  icelandic: 'is',
  indian: 'in',
  indonesian: 'id',
  irish: 'ie',
  israeli: 'il',
  italian: 'it',
  japanese: 'jp',
  korean: 'kr',
  latvian: 'lv',
  lithuanian: 'lt',
  maltese: 'mt',
  mexican: 'mx',
  moroccan: 'ma',
  norwegian: 'no',
  peruvian: 'pe',
  polish: 'pl',
  portuguese: 'pt',
  romanian: 'ro',
  russian: 'ru',
  scottish: 'gb',
  serbian: 'rs',
  slovak: 'sk',
  slovakian: 'sk',
  slovenian: 'si',
  spanish: 'es',
  swedish: 'se',
  swiss: 'ch',
  thai: 'th',
  turkish: 'tr',
  ukrainian: 'ua',
  vietnamese: 'vn',
  welsh: 'gb',
}

/** What their people are called, if it isn't the adjective: 'germans' are German. */
const peoples: Readonly<Record<string, string>> = {
  brits: 'gb',
  britons: 'gb',
  scots: 'gb',
  danes: 'dk',
  finns: 'fi',
  poles: 'pl',
  spaniards: 'es',
  swedes: 'se',
  turks: 'tr',
  croats: 'hr',
  serbs: 'rs',
}

let known: ReadonlyMap<string, string> | null = null

/** The lower-case code of each country, by its folded name or adjective. */
export function countriesByName(): ReadonlyMap<string, string> {
  known ??= new Map([
    ...allCodes().map((code): [string, string] => [nameOf(code), code.toLowerCase()]),
    ...Object.entries(otherNames),
    ...Object.entries(adjectives),
    ...Object.entries(adjectives).map(([adjective, code]): [string, string] => [`${adjective}s`, code]),
    ...Object.entries(peoples),
  ])
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
