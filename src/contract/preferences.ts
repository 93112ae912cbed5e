import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Names of lists, columns and commands as the console has them; the server only keeps them. */
const Name = z.string().min(1).max(60)

/** How one list shows its columns. What is named nowhere stands where the list itself has it, so that a new column appears by itself. */
export const ColumnChoice = z.strictObject({ order: z.array(Name).max(60), hidden: z.array(Name).max(60) })
export type ColumnChoice = z.infer<typeof ColumnChoice>

/** Filters, sort and page size of a list under a name of the person's own. `search` is the list's address behind the '?'. */
export const NamedView = z.strictObject({ name: z.string().trim().min(1, 'Give the view a name.').max(60), search: z.string().max(2000) })
export type NamedView = z.infer<typeof NamedView>

/** What a person has set up for themselves. It is kept with their account and waits for them on every machine. */
export const Preferences = z.strictObject({
  /** By list. */
  columns: z.record(Name, ColumnChoice).optional(),
  /** By list. */
  views: z.record(Name, z.array(NamedView).max(50)).optional(),
  /** Keys by command, in the keymap's canonical form; an empty text takes the command's keys away. */
  keys: z.record(Name, z.string().max(60)).optional(),
  /** False switches keys of single characters off (WCAG 2.2, 2.1.4). */
  letterKeys: z.boolean().optional(),
})
export type Preferences = z.infer<typeof Preferences>

/** One view saved, in place of that of the same name; without a search it is deleted. */
export const ViewChange = z.strictObject({ name: NamedView.shape.name, search: NamedView.shape.search.nullable() })
export type ViewChange = z.infer<typeof ViewChange>

/** A change of some of it, entry by entry, so that two tabs lose nothing of each other's; null takes an entry away. What is absent stays. */
export const PreferencesChange = z.strictObject({
  columns: z.record(Name, ColumnChoice.nullable()).optional(),
  /** By list, one after the other. */
  views: z.record(Name, z.array(ViewChange).max(50)).optional(),
  keys: z.record(Name, z.string().max(60).nullable()).optional(),
  letterKeys: z.boolean().optional(),
})
export type PreferencesChange = z.infer<typeof PreferencesChange>

/** The most that is kept for one person, in characters of JSON. */
export const longestPreferences = 100_000

/** Preferences after a change. */
export function withChange(before: Preferences, change: PreferencesChange): Preferences {
  return {
    ...before,
    ...(change.letterKeys === undefined ? {} : { letterKeys: change.letterKeys }),
    ...(change.columns && { columns: merged(before.columns, change.columns) }),
    ...(change.views && { views: withViews(before.views, change.views) }),
    ...(change.keys && { keys: merged(before.keys, change.keys) }),
  }
}

function withViews(before: Record<string, NamedView[]> = {}, change: Record<string, ViewChange[]>): Record<string, NamedView[]> {
  const lists = Object.entries(change).map(([list, changes]) => [list, changes.reduce(withView, before[list] ?? [])] as const)
  return merged(before, Object.fromEntries(lists.map(([list, views]) => [list, views.length === 0 ? null : views])))
}

/** A list's views after one of them was saved or deleted. */
function withView(views: NamedView[], { name, search }: ViewChange): NamedView[] {
  if (search === null) return views.filter((view) => view.name !== name)
  const at = views.findIndex((view) => view.name === name)
  return at < 0 ? [...views, { name, search }] : views.with(at, { name, search })
}

function merged<Value>(before: Record<string, Value> = {}, change: Record<string, Value | null>): Record<string, Value> {
  const entries = Object.entries({ ...before, ...change })
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== null))
}

/** Changes one's own preferences and answers all of them. They touch no record, and leave no trace in the audit log. */
export const changePreferences = endpoint({
  method: 'PATCH',
  path: '/auth/me/preferences',
  feature: 'preferences',
  access: 'session',
  body: PreferencesChange,
  reply: Preferences,
})
