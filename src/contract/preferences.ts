import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Names of lists, columns and commands; the server only stores them. */
const Name = z.string().min(1).max(60)

const HintName = z.string().max(300)

/** A typed text by which rows of the palette are learned: words of letters only, so neither an address nor a number. */
export const UsualText = z.string().regex(/^[\p{L}\p{M} ]{1,60}$/u, 'Letters only.')
/** By such a text, the rows that were chosen last: commands, screens and lists by their ids, never records. */
const usual = z.record(UsualText, z.array(HintName).max(5))
/** Texts beyond these are forgotten, the oldest first. */
const maxUsual = 50

/** A list's column layout. Columns not named keep their default place, so new ones show up by themselves. */
export const ColumnChoice = z.strictObject({ order: z.array(Name).max(60), hidden: z.array(Name).max(60) })
export type ColumnChoice = z.infer<typeof ColumnChoice>

/** A saved view: a list's filters, sort and page size under a name. `search` is the URL's query without '?'. */
export const NamedView = z.strictObject({ name: z.string().trim().min(1, 'Give the view a name.').max(60), search: z.string().max(2000) })
export type NamedView = z.infer<typeof NamedView>

/** What a person has set up. Stored with the account, so it follows them to every machine. */
export const Preferences = z.strictObject({
  /** By list id. */
  columns: z.record(Name, ColumnChoice).optional(),
  /** By list id. */
  views: z.record(Name, z.array(NamedView).max(50)).optional(),
  /** Keys by command, in the keymap's canonical form; '' leaves the command without keys. */
  keys: z.record(Name, z.string().max(60)).optional(),
  /** False turns single-character keys off (WCAG 2.2, 2.1.4). */
  letterKeys: z.boolean().optional(),
  /** What the console offers by itself: false for a kind that is switched off, true for what was offered, which it is once. */
  hints: z.record(HintName, z.boolean()).optional(),
  /** The last rows that were chosen for a text in the palette; empty for one that isn't learned. */
  usual: usual.optional(),
})
export type Preferences = z.infer<typeof Preferences>

/** Saves a view, replacing one of the same name; a null search deletes it. */
export const ViewChange = z.strictObject({ name: NamedView.shape.name, search: NamedView.shape.search.nullable() })
export type ViewChange = z.infer<typeof ViewChange>

/**
 * A partial change, entry by entry, so two tabs don't overwrite each other. Null removes an entry, absent leaves it.
 */
export const PreferencesChange = z.strictObject({
  columns: z.record(Name, ColumnChoice.nullable()).optional(),
  /** By list id, applied in order. */
  views: z.record(Name, z.array(ViewChange).max(50)).optional(),
  keys: z.record(Name, z.string().max(60).nullable()).optional(),
  letterKeys: z.boolean().optional(),
  hints: z.record(HintName, z.boolean().nullable()).optional(),
  /** Null clears them all. */
  usual: usual.nullish(),
})
export type PreferencesChange = z.infer<typeof PreferencesChange>

/** Most characters of JSON stored per person. */
export const maxPreferencesLength = 100_000

/** Applies a change to preferences. */
export function withChange(before: Preferences, change: PreferencesChange): Preferences {
  return {
    ...before,
    ...(change.letterKeys === undefined ? {} : { letterKeys: change.letterKeys }),
    ...(change.columns && { columns: merged(before.columns, change.columns) }),
    ...(change.views && { views: withViews(before.views, change.views) }),
    ...(change.keys && { keys: merged(before.keys, change.keys) }),
    ...(change.hints && { hints: merged(before.hints, change.hints) }),
    ...(change.usual !== undefined && { usual: withUsual(before.usual, change.usual) }),
  }
}

const withUsual = (before: Preferences['usual'], change: PreferencesChange['usual']) =>
  change ? Object.fromEntries(Object.entries({ ...before, ...change }).slice(-maxUsual)) : {}

function withViews(before: Record<string, NamedView[]> = {}, change: Record<string, ViewChange[]>): Record<string, NamedView[]> {
  const lists = Object.entries(change).map(([list, changes]) => [list, changes.reduce(withView, before[list] ?? [])] as const)
  return merged(before, Object.fromEntries(lists.map(([list, views]) => [list, views.length === 0 ? null : views])))
}

/** A list's views after saving or deleting one. */
function withView(views: NamedView[], { name, search }: ViewChange): NamedView[] {
  if (search === null) return views.filter((view) => view.name !== name)
  const at = views.findIndex((view) => view.name === name)
  return at < 0 ? [...views, { name, search }] : views.with(at, { name, search })
}

function merged<Value>(before: Record<string, Value> = {}, change: Record<string, Value | null>): Record<string, Value> {
  const entries = Object.entries({ ...before, ...change })
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== null))
}

/** Changes one's own preferences and returns all of them. Not audited, as no record is touched. */
export const changePreferences = endpoint({
  method: 'PATCH',
  path: '/auth/me/preferences',
  feature: 'preferences',
  access: 'session',
  body: PreferencesChange,
  reply: Preferences,
})
