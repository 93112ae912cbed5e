/** PostgreSQL stores neither NUL nor lone surrogates: whether a value, with all it holds, has none. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && !/\p{Surrogate}/u.test(value)
  return typeof value !== 'object' || value === null || Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner))
}

export const notStorable = 'The text holds characters that cannot be stored.'
