import { apiHas } from '../../../api/features.ts'
import type { ResolvedCommand } from '../../../commands/engine/resolve.ts'
import { today } from '../../kit/date-range/range.ts'
import { type FilteredList, type ScreenList, screenListAt } from '../screen-lists.ts'
import type { NamedList } from './filter-parses.ts'
import { type FilterReading, readFilters } from './filter-words.ts'

/** A list filtered as a text says. */
export interface Filtered extends FilteredList, FilterReading<ScreenList> {}

/** The lists of the screens that a person may open, under the names that menu, palette and address give them. */
export function namedLists(screens: readonly ResolvedCommand[]): NamedList<ScreenList>[] {
  return screens
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .flatMap(({ command: { href = '' }, title, menuTitle, availability }) => {
      const list = availability.state === 'ready' ? screenListAt(href) : undefined
      if (!list) return []
      const words = list.filters.flatMap(({ words: own, feature }) => (own && (!feature || apiHas(feature)) ? [own] : []))
      const names = [title, list.title, ...list.alsoCalled, href.split('/').at(-1) ?? '', ...(menuTitle === 'List' ? [] : [menuTitle])]
      return [{ list, names: [...new Set(names)], words }]
    })
}

/** The lists that 'spain' means first. */
const first = ['/customers', '/payments', '/qrs', '/invoices']
const placeOf = ({ command: { href = '' } }: ResolvedCommand) => (first.includes(href) ? first.indexOf(href) : first.length)

/** The lists that a text may mean, filtered as it says. */
export const filteredLists = (text: string, lists: readonly NamedList<ScreenList>[]): Filtered[] =>
  readFilters(text, lists, today()).flatMap((reading) => {
    const filtered = reading.list.filtered(reading.changes)
    return filtered ? [{ ...filtered, ...reading }] : []
  })
