import { apiHas } from '../../api/features.ts'
import type { ResolvedCommand } from '../../commands/resolve.ts'
import { formatCount } from '../../contract/count.ts'
import type { Pagination } from '../../contract/list.ts'
import { today } from '../kit/date-range/range.ts'
import { type NamedList, readFilters } from '../list/filter-words.ts'
import { type FilteredList, type ScreenList, screenListAt } from '../list/screen-lists.ts'
import type { AllRow } from './rows.ts'

/** A list filtered as a text says. */
export interface SaidFilters extends FilteredList {
  title: string
  /** What filters nothing. */
  ignored: readonly string[]
  isWhole: boolean
  isLikely: boolean
}

/** The lists of the screens that a person may open, under the names that menu, palette and address give them. */
export function namedLists(screens: readonly ResolvedCommand[]): NamedList<ScreenList>[] {
  return screens
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .flatMap(({ command: { href = '' }, title, menuTitle, availability }) => {
      const list = availability.state === 'ready' ? screenListAt(href) : undefined
      if (!list) return []
      const words = list.filters.flatMap(({ words: own, feature }) => (own && (!feature || apiHas(feature)) ? [own] : []))
      const names = [title, list.title, href.split('/').at(-1) ?? '', ...(menuTitle === 'List' ? [] : [menuTitle])]
      return [{ list, names: [...new Set(names)], words }]
    })
}

/** What 'spain' means first. */
const first = ['/customers', '/payments', '/qrs', '/invoices']
const placeOf = ({ command: { href = '' } }: ResolvedCommand) => (first.includes(href) ? first.indexOf(href) : first.length)

/** The lists that a text may mean, filtered as it says. */
export const filtersSaid = (text: string, lists: readonly NamedList<ScreenList>[]): SaidFilters[] =>
  readFilters(text, lists, today()).flatMap(({ list, changes, ...rest }) => {
    const filtered = list.filtered(changes)
    return filtered ? [{ ...filtered, ...rest, title: list.title }] : []
  })

export function filterRow({ title, chips, ignored, href }: SaidFilters, count: Pagination | undefined): AllRow {
  const left = ignored.length === 0 ? null : `left out: ${ignored.map((word) => `‘${word}’`).join(', ')}`
  const why = [count && countText(count), left].filter(Boolean).join(', ')
  return { kind: 'all', value: `filtered:${href}`, title, detail: chips.join(' · '), why, href }
}

function countText({ total_results: total, total_capped: isCapped }: Pagination): string {
  if (isCapped) return `more than ${formatCount(total)} found`
  return total === 0 ? 'none found' : `${formatCount(total)} found`
}
