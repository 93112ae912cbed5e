/** Countries of origin with faker locale, currency and share per thousand. */
export interface Place {
  country: string
  locale: string
  currency: string
  weight: number
}

export const places: readonly Place[] = [
  ['es', 'es', 'eur', 200],
  ['us', 'en', 'usd', 95],
  ['de', 'de', 'eur', 80],
  ['fr', 'fr', 'eur', 80],
  ['it', 'it', 'eur', 70],
  ['gb', 'en', 'gbp', 65],
  ['mx', 'es_MX', 'mxn', 45],
  ['br', 'pt_BR', 'brl', 40],
  ['pt', 'pt_PT', 'eur', 30],
  ['nl', 'nl', 'eur', 30],
  ['pl', 'pl', 'pln', 28],
  ['be', 'fr', 'eur', 20],
  ['co', 'es_MX', 'cop', 16],
  ['at', 'de', 'eur', 15],
  ['ca', 'en', 'cad', 15],
  ['in', 'en', 'inr', 14],
  ['ch', 'de', 'chf', 13],
  ['jp', 'ja', 'jpy', 12],
  ['au', 'en', 'aud', 12],
  ['cl', 'es_MX', 'clp', 11],
  ['se', 'sv', 'sek', 10],
  ['ar', 'es_MX', 'usd', 10],
  ['ie', 'en', 'eur', 9],
  ['cz', 'cs_CZ', 'czk', 8],
  ['ro', 'ro', 'ron', 8],
  ['pe', 'es_MX', 'pen', 8],
  ['gr', 'el', 'eur', 8],
  ['dk', 'da', 'dkk', 7],
  ['no', 'nb_NO', 'nok', 7],
  ['tr', 'tr', 'try', 7],
  ['fi', 'fi', 'eur', 6],
  ['hu', 'hu', 'huf', 6],
  ['ua', 'uk', 'eur', 6],
  ['cn', 'zh_CN', 'usd', 5],
  ['ae', 'ar', 'aed', 5],
  ['kr', 'ko', 'krw', 4],
  ['za', 'en', 'zar', 4],
  ['sk', 'sk', 'eur', 3],
  ['bg', 'uk', 'eur', 3],
  ['hr', 'hr', 'eur', 3],
  ['vn', 'vi', 'vnd', 3],
  ['il', 'he', 'usd', 3],
  ['si', 'hr', 'eur', 2],
  ['lt', 'lv', 'eur', 2],
  ['lv', 'lv', 'eur', 2],
  ['th', 'th', 'usd', 2],
  ['ma', 'ar', 'eur', 2],
  ['lu', 'fr', 'eur', 2],
  ['mt', 'en', 'eur', 2],
  ['ee', 'fi', 'eur', 1],
  ['cy', 'el', 'eur', 1],
  ['kw', 'ar', 'kwd', 7],
  ['tn', 'ar', 'tnd', 5],
  ['bh', 'ar', 'bhd', 3],
  ['jo', 'ar', 'jod', 3],
  ['om', 'ar', 'omr', 3],
].map(([country, locale, currency, weight]) => ({ country, locale, currency, weight }) as Place)

export const weightedPlaces = places.map((place) => [place, place.weight] as const)

/** The place of a country, for its name locale. */
export function placeOf(country: string): Place {
  return places.find((place) => place.country === country) ?? (places[0] as Place)
}

/** EU members of document 1, section 5; `el` and `gr` are both Greece. */
export const euCountries: readonly string[] = 'at be bg cy cz de dk ee el gr es fi fr hr hu ie it lt lu lv mt nl pl pt ro se si sk'.split(
  ' ',
)
