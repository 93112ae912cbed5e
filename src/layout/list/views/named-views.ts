import type { ListRequest } from '../../../contract/list.ts'
import { type NamedView, NamedView as View } from '../../../contract/preferences.ts'
import { anyValue, type ListSearch, type ListSearchSpec, readListSearch, requestOf } from '../list-search.ts'

/** The built-in view without filters. */
export const allView = 'All'

export const maxViews = 50

/**
 * A view's query string with filters, sort and page size. Remembered filters are written even if unset, so a view is
 * the same on every device (ruling 22). Views start on page 1.
 */
export function viewSearch(spec: ListSearchSpec, search: ListSearch): string {
  const text = new URLSearchParams(unfiltered(spec))
  for (const name of [...spec.filters, 'sort', 'sortDirection']) if (search[name] !== undefined) text.set(name, search[name])
  text.set('perPage', String(requestOf(spec, search).perPage))
  return text.toString()
}

/** The same for the view without filters; the page size is the person's own. */
export const allSearch = (spec: ListSearchSpec) => new URLSearchParams(unfiltered(spec)).toString()

export const viewHref = (path: string, search: string) => (search === '' ? path : `${path}?${search}`)

/** Requests of views as text, cached so paging doesn't parse all views again. */
const requests = new WeakMap<NamedView, string>()

/** The name of the view matching a list's state, or null. */
export function viewOf(spec: ListSearchSpec, search: ListSearch, views: readonly NamedView[]): string | null {
  const shown = { ...requestOf(spec, search), page: 1 }
  const text = JSON.stringify(shown)
  const own = views.find((view) => {
    const known = requests.get(view) ?? JSON.stringify(requestOfView(spec, view))
    requests.set(view, known)
    return known === text
  })
  if (own) return own.name
  return text === JSON.stringify({ ...requestOf(spec, {}), perPage: shown.perPage }) ? allView : null
}

function requestOfView(spec: ListSearchSpec, view: NamedView): ListRequest {
  const raw = Object.fromEntries(new URLSearchParams(view.search))
  const search = readListSearch(spec, raw, () => null)
  return { ...requestOf(spec, search), page: 1 }
}

/**
 * What is wrong with a view's name, or null.
 * @param isRenaming whether an existing view is renamed, which adds none
 */
export function whyNotName(name: string, views: readonly NamedView[], isRenaming: boolean): string | null {
  if (name.trim() === allView) return 'This is the name of the list without filters.'
  if (!isRenaming && views.length >= maxViews && !views.some((view) => view.name === name.trim()))
    return `${maxViews} views are the most a list can have. Delete one first.`
  return View.shape.name.safeParse(name).error?.issues[0]?.message ?? null
}

/** The parameters that take remembered filters away. */
export function unfiltered(spec: ListSearchSpec): Record<string, string> {
  const remembered = [...Object.keys(spec.remembered ?? {}), ...(spec.rememberedTogether?.filters ?? [])]
  return Object.fromEntries(remembered.map((name) => [name, anyValue]))
}
