const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

/**
 * A country's English name from its two-letter code; `el` is
 * Greece too (ruling 40). Anything else is returned unchanged.
 */
export function countryName(code: string): string {
  const region = code.toUpperCase()
  if (!/^[A-Z]{2}$/.test(region)) return code
  return names.of(region === 'EL' ? 'GR' : region) ?? region
}

/** The same for a figure's row, which may be of customers without a country. */
export const countryOrUnknown = (code: string) => (code === '' ? 'Unknown' : countryName(code))
