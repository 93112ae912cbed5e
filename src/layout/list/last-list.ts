import { forgetAtEnd } from '../session/visit.ts'

/** The last state of every list of this visit, by path: the way back from a record leads to the list as one left it. */
const lastSearch = new Map<string, string>()
forgetAtEnd(() => lastSearch.clear())

/** Takes note of a list on screen. */
export function noteList(path: string, search: string) {
  lastSearch.set(path, search)
}

/** The address of a list as it was last seen; its bare path where it was not. */
export function lastListHref(path: string): string {
  return `${path}${lastSearch.get(path) ?? ''}`
}
