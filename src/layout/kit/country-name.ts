const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

/** A country in English by its two-letter code; `el` is Greece as well (ruling 40). What is no code stays as it is. */
export function countryName(code: string): string {
  const region = code.toUpperCase()
  if (!/^[A-Z]{2}$/.test(region)) return code
  return names.of(region === 'EL' ? 'GR' : region) ?? region
}
