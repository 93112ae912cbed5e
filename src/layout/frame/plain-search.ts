/**
 * Search parameters as plain text, as documented: `?page=2&searchTerm=12`. TanStack's default would quote the text '12'
 * to tell it from the number. Values arrive as text and `validateSearch` parses them by the contract.
 */
export const plainSearch = {
  parseSearch: (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch,
}

function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean') params.set(name, String(value))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
