import { fold } from '../../commands/ranking.ts'
import { isOpener } from '../../commands/text/identifiers.ts'
import { isMonth, isQualifier } from '../../commands/text/tokens.ts'
import type { Changes, NamedList } from './filter-words.ts'
import { type Filtered, filteredLists } from './named-lists.ts'
import type { ScreenList } from './screen-lists.ts'
import { phraseAt, stemsOf, wordsIn } from './typed-words.ts'

interface Owner {
  type: 'customer' | 'user'
  param: string
}

/** The parameter of a list that says whose it is: a customer's id, or who of the staff did it. */
export function ownerOf({ path, filters }: ScreenList): Owner | undefined {
  if (path === '/audit') return { type: 'user', param: 'actor' }
  const [param] = filters.flatMap(({ words }) => (words?.kind === 'id' && /^(customer|owner)/i.test(words.label) ? words.param : []))
  return param === undefined ? undefined : { type: 'customer', param }
}

/** A list that is named together with whose it is, and with the filters beside that. */
export interface OfOwner {
  list: ScreenList
  changes: Changes
  name: string
  unused: readonly string[]
}

/** 'payments of ana ruiz'; with filters, the words that filter nothing name the owner: 'invoices of ana@cafesol.es march'. */
export function namedWithOwner(text: string, lists: readonly NamedList<ScreenList>[], filtered: readonly Filtered[]): OfOwner | null {
  const first = filtered.find(({ list, ignored }) => ignored.length > 0 && ownerOf(list) !== undefined)
  if (!first) return filtered.length > 0 ? null : besideList(text, lists)
  // Whose it is stands in the text already; what is left is not understood.
  if ((ownerOf(first.list)?.param ?? '') in first.changes) return null
  const [, named = '', name = ''] = /^\s*(.+?)\s+(?:of|for|by|from)\s+(.+?)\s*$/i.exec(text) ?? []
  const left = first.ignored.join(' ')
  // 'payments of august ravn' are his, of any month.
  const [month = '', ...rest] = name.split(' ')
  if (isMonth({ folded: fold(month) }) && rest.join(' ') === left) {
    const [unnamed] = filteredLists(named, lists)
    return { list: first.list, changes: unnamed?.list === first.list ? unnamed.changes : {}, name, unused: [] }
  }
  // A loose number is nobody's: 'payments 3 and 9 november'.
  if (/^\d+$/.test(left) && !new RegExp(`\\b(?:of|for|by|from) ${left}\\b`, 'i').test(text)) return null
  const words = first.ignored.filter((word) => !isUnnamed(word) && !every.includes(fold(word)))
  return { list: first.list, changes: first.changes, name: words.join(' '), unused: first.ignored.filter(isUnnamed) }
}

const links = ['of', 'for', 'by', 'from']
const every = ['all', 'every', 'each']
const isOpening = (word: string) => ['me', 'us', 'the'].includes(fold(word))
/** 'open' may say which ones: 'open invoices of ana ruiz'. */
const isUnnamed = (word: string) =>
  fold(word) === 'open' || (isQualifier({ folded: fold(word) }) && ![...links, ...every].includes(fold(word)))

/** Whose it is on one side of a list's name: 'payments of ana ruiz', 'ana ruiz payments', 'last payment of ana ruiz'. */
function besideList(text: string, lists: readonly NamedList<ScreenList>[]): OfOwner | null {
  const typed = text.trim().split(/\s+/)
  const all = typed.slice(typed.findIndex((word) => !(isOpener({ folded: fold(word) }) || isOpening(word)) || isUnnamed(word)))
  const words = all.filter((word) => !isUnnamed(word) && !every.includes(fold(word)))
  const named = lists.flatMap(({ list, names }) =>
    ownerOf(list) === undefined ? [] : names.map((name) => ({ list, stems: stemsOf(name) })),
  )
  const isName = (part: readonly string[], stems: readonly string[]) => phraseAt(wordsIn(part.join(' ')), 0, stems) > 0
  const ways = named.flatMap(({ list, stems: { length }, stems }) => [
    ...(isName(words.slice(0, length), stems) ? [{ list, length, owner: words.slice(length) }] : []),
    ...(isName(words.slice(-length), stems) ? [{ list, length, owner: words.slice(0, -length) }] : []),
  ])
  const [longest] = ways.toSorted((a, b) => b.length - a.length)
  const isLinked = links.includes(fold(longest?.owner[0] ?? ''))
  const name = (longest?.owner ?? [])
    .slice(isLinked ? 1 : 0)
    .join(' ')
    .replace(/['’]s$/, '')
  if (!longest || name === '' || (/^\d{1,3}$/.test(name) && !isLinked && words[0] !== name)) return null
  return { list: longest.list, changes: {}, name, unused: all.filter(isUnnamed) }
}
