/** Most entries per level; more are grouped into ranges that open one by one. */
export const maxEntries = 100
/** Longest string in the tree; the text view has all of it. */
export const maxStringLength = 2000
/** Deepest level shown. */
export const deepestLevel = 60

/**
 * Bounds JSON for display, so that opening a node adds at most a hundred rows. Long lists and objects become ranges
 * such as '[0 … 99]', long strings are cut and deep levels omitted, each with a note.
 */
export function boundJson(value: unknown, level = 0): unknown {
  if (typeof value === 'string') return cut(value)
  if (typeof value !== 'object' || value === null) return value
  if (level >= deepestLevel) return `… nested deeper than ${deepestLevel} levels`
  if (Array.isArray(value)) {
    const items: unknown[] = value.map((item) => boundJson(item, level + 1))
    return items.length <= maxEntries ? items : inRanges(items.map((item, index) => [String(index), item] as const))
  }
  const entries = Object.entries(value).map(([name, inner]) => [cut(name), boundJson(inner, level + 1)] as const)
  return entries.length <= maxEntries ? Object.fromEntries(entries) : inRanges(entries, true)
}

type Entry = readonly [string, unknown]

/** Groups entries into ranges, recursively, until few enough remain. */
function inRanges(entries: readonly Entry[], areNamed = false): object {
  const size = maxEntries ** Math.ceil(Math.log(entries.length) / Math.log(maxEntries) - 1)
  const ranges: Entry[] = []
  for (let from = 0; from < entries.length; from += size) {
    const part = entries.slice(from, from + size)
    const inner = part.length > maxEntries ? inRanges(part, areNamed) : areNamed ? Object.fromEntries(part) : part.map(([, item]) => item)
    ranges.push([`[${part[0]?.[0] ?? ''} … ${part.at(-1)?.[0] ?? ''}]`, inner])
  }
  return Object.fromEntries(ranges)
}

function cut(text: string): string {
  return text.length <= maxStringLength ? text : `${text.slice(0, maxStringLength)}… (${text.length} characters)`
}
