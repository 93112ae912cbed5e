import type { Row, RowGroup } from '../rows.ts'

/** How strongly a reading claims a text, strongest first. */
const claims = ['exact', 'recent', 'prefix', 'words', 'inside', 'guess'] as const
export type Claim = (typeof claims)[number]

/** One way to read the text. Its rows say what they left unused; those that use all come first. */
export interface Reading {
  id: string
  heading: string
  rows: readonly Row[]
  claim: Claim
  /** What it may yet claim, while it waits for an answer or after it failed; null if it has all there is. */
  couldStill: Claim | null
  hasFailed?: boolean
  /** Several of its rows fit equally, or all are guesses: Enter takes none of them by itself. */
  isOpen?: boolean
  /** Beside the heading: 'searching…', 'none'. */
  note?: string | null
}

/** Of equal claims, in this order. */
const order = [
  'usual',
  'several',
  'customer',
  'invoice',
  'payment',
  'qr',
  'user',
  'hostname',
  'domain',
  'folders',
  'invitation',
  'api-call',
  'webrisk',
  'abuse',
  'part',
  'commands',
  'verb-on',
  'verbs',
  'recent',
  'screens',
  'filters',
  'owned',
  'records',
  'parts',
  'similar',
]

const strengthOf = (claim: Claim) => claims.indexOf(claim)
/** The first part of its id names its kind. */
const placeOf = ({ id }: Reading) => order.indexOf(id.split(':')[0] ?? '')

/** How many words a row leaves unused. */
export const unusedBy = (row: Row) => ('unused' in row && row.unused ? row.unused.length : 0)

const unusedIn = ({ rows }: Reading) => Math.min(...rows.map(unusedBy))

/** The most rows that mount within a frame. */
const maxRows = 50

/**
 * The readings as groups: what uses all of the text first, then by claim. A record or command stands only under its strongest claim,
 * and what leaves words unused is shown only where nothing uses them all.
 */
export function arrange(readings: readonly Reading[]): RowGroup[] {
  const ordered = inOrder(readings)
  const isWhole = ordered.some((reading) => reading.rows.length > 0 && unusedIn(reading) === 0 && reading.claim !== 'guess')
  const shown = new Set<string>()
  return capped(
    ordered.map(({ id, heading, rows, note = null }, at) => {
      const own = rows.filter((row) => !(isWhole && unusedBy(row) > 0) && !shown.has(meaningOf(row)))
      for (const row of own) shown.add(meaningOf(row))
      return { id: `${id}:${at}`, heading, note, rows: own }
    }),
  )
}

/** What a row stands for. A command of the page's record may also have been found by that record's name. */
function meaningOf(row: Row): string {
  if (row.kind !== 'command' || !row.resolved.target) return row.value
  const { command, title, target } = row.resolved
  const words = row.args?.words ?? row.found?.reading.words ?? ''
  return `${command.id} ${title} ${target.type}:${target.record.id} ${words}`
}

/** The first rows of all, and groups that still have something to show; neighbours under one heading are one group. */
export function capped(groups: readonly RowGroup[]): RowGroup[] {
  let left = maxRows
  const shown: RowGroup[] = []
  for (const group of groups) {
    const rows = group.rows.slice(0, left)
    left -= rows.length
    if (rows.length === 0 && group.note === null) continue
    const before = shown.at(-1)
    if (before?.heading === group.heading)
      shown[shown.length - 1] = { ...before, note: group.note ?? before.note, rows: [...before.rows, ...rows] }
    else shown.push({ ...group, rows })
  }
  return shown
}

/** Readings without rows only have something to say, so they come last. */
function inOrder(readings: readonly Reading[]): Reading[] {
  const costOf = (reading: Reading) =>
    100 * ((reading.rows.length === 0 ? 1000 : 10 * unusedIn(reading)) + strengthOf(reading.claim)) + placeOf(reading)
  const costs = new Map(readings.map((reading) => [reading, costOf(reading)]))
  return readings.toSorted((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0))
}

/**
 * What Enter does if no row was chosen by hand: a certain row, wait, or nothing. It depends on which replies arrived, never on their
 * order, so a late result can't change it.
 */
export type Decision =
  | { state: 'certain'; value: string }
  /** Something stronger may still be found; Enter waits. */
  | { state: 'waiting' }
  /** Nothing to open: no match, a failed look-up that would matter, or several that fit. */
  | { state: 'open'; isSearching: boolean; hasFailed: boolean; unused: readonly string[] }

/** Takes the first row of the strongest claim that no waiting reading could still beat, if it leaves no word unused. */
export function decide(readings: readonly Reading[]): Decision {
  const [first] = inOrder(readings.filter(({ rows }) => rows.length > 0))
  const row = first?.rows[0]
  const isChosen = first && row && unusedBy(row) === 0
  const mayBeat = readings.filter(
    (reading) =>
      reading.couldStill !== null &&
      (!isChosen ||
        reading === first ||
        strengthOf(reading.couldStill) < strengthOf(first.claim) ||
        (reading.couldStill === first.claim && placeOf(reading) < placeOf(first))),
  )
  const open = { state: 'open', unused: (row && 'unused' in row && row.unused) || [] } as const
  if (mayBeat.some(({ hasFailed }) => !hasFailed)) {
    const mayBeSure = mayBeat.some(({ couldStill, hasFailed }) => !hasFailed && (couldStill === 'exact' || couldStill === 'prefix'))
    return isChosen || mayBeSure ? { state: 'waiting' } : { ...open, isSearching: true, hasFailed: false }
  }
  if (mayBeat.some(({ couldStill }) => !isChosen || couldStill === 'exact')) return { ...open, isSearching: false, hasFailed: true }
  if (isChosen && !first.isOpen) return { state: 'certain', value: row.value }
  return { ...open, isSearching: false, hasFailed: false }
}
