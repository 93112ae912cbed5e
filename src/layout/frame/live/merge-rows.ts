/** A reply with rows, and with pages if there are more. */
export interface Rows {
  rows: readonly { id: number }[]
  pagination?: { total_results: number }
}

export interface Merged {
  /** What can be shown at once: the same rows in the same places, with new values. */
  shown: Rows
  /** How many rows arrived, moved or no longer match. */
  count: number
  /** Rows that are still shown, but no longer match. */
  left: ReadonlySet<number>
}

/**
 * Merges a refetched list into the one on screen, so that no row moves.
 * @param wasChanged whether this row itself changed; otherwise it only made room for others
 */
export function mergeRows(before: Rows, fresh: Rows, wasChanged: (id: number) => boolean): Merged {
  const now = new Map(fresh.rows.map((row) => [row.id, row]))
  const known = new Set(before.rows.map(({ id }) => id))
  const left = new Set(before.rows.map(({ id }) => id).filter((id) => !now.has(id) && wasChanged(id)))
  const place = new Map(fresh.rows.map(({ id }, index) => [id, index]))
  const places = before.rows.flatMap(({ id }) => place.get(id) ?? [])
  const came = fresh.rows.filter(({ id }) => !known.has(id)).length
  const gone = before.rows.length - places.length
  const moved = places.length - maxRise(places)
  // A new row pushes another off the page, and a row that left pulls one in.
  const count = Math.max(came, gone) + moved
  const rows = before.rows.map((row) => now.get(row.id) ?? row)
  const isEmptied = fresh.pagination?.total_results === 0
  return { shown: { ...(isEmptied ? before : fresh), rows }, count, left }
}

/** How many can stay in place while the others move around them. */
function maxRise(numbers: readonly number[]): number {
  const ends: number[] = []
  for (const each of numbers) {
    const at = ends.findIndex((end) => end >= each)
    ends[at < 0 ? ends.length : at] = each
  }
  return ends.length
}
