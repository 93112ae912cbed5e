/** PostgreSQL stores neither NUL nor lone surrogates: whether a value, with all it holds, has none. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !/[\0\p{Surrogate}]/u.test(value)
  if (typeof value !== 'object' || value === null) return true
  for (const key of Object.keys(value)) if (!isStorable(key) || !isStorable((value as Readonly<Record<string, unknown>>)[key])) return false
  return true
}

export const notStorable = 'The text contains characters that cannot be stored.'
