import { ofVisit } from '../../api/visit.ts'

/** Each list's last search of this visit, by path, so the way back from a record restores the list. */
const lastSearch = ofVisit(() => new Map<string, string>())

export function noteList(path: string, search: string) {
  lastSearch().set(path, search)
}

/** A list's URL as last seen, else its bare path. */
export function lastListHref(path: string): string {
  return `${path}${lastSearch().get(path) ?? ''}`
}
