import type { TargetType } from '../../../commands/engine/targets.ts'
import { readDays } from '../../../commands/text/day-words.ts'
import { isOpener } from '../../../commands/text/identifiers.ts'
import { fold } from '../../../commands/text/ranking.ts'
import { recognise } from '../../../commands/text/recognise.ts'
import { isDeed, isGeneric, isMonth, isQualifier } from '../../../commands/text/word-kinds.ts'
import { today } from '../../../contract/dates.ts'
import type { Changes } from '../filter-definition.ts'
import type { ScreenList } from '../noted-screens.ts'
import { countriesByName } from './country-words.ts'
import type { NamedList } from './filter-parses.ts'
import { type Filtered, filteredLists } from './named-lists.ts'

type Owners = Partial<Record<TargetType, (owner: { id: number; email: string }) => Changes>>

/** The types of record a list can belong to, each with the filters for it. The audit trail belongs to a colleague, or to what was changed. */
export function ownersOf({ path, filters }: ScreenList): Owners {
  if (path === '/audit') {
    const changesTo =
      (targetType: string) =>
      ({ id }: { id: number }) => ({ targetType, targetId: String(id) })
    return { user: ({ email }) => ({ actor: email }), customer: changesTo('customer'), qr: changesTo('qr'), payment: changesTo('payment') }
  }
  const [param] = filters.flatMap(({ words }) => (words?.kind === 'id' && /^(customer|owner)/i.test(words.label) ? words.param : []))
  return param === undefined ? {} : { customer: ({ id }) => ({ [param]: String(id) }) }
}

const isOwned = (list: ScreenList) => Object.keys(ownersOf(list)).length > 0

/** Whether the filters already name the owner. */
const hasOwner = (list: ScreenList, changes: Changes) =>
  Object.values(ownersOf(list)).some((own) => Object.keys(own({ id: 0, email: '' })).every((param) => param in changes))

/** A list named together with its owner and other filters. */
export interface OfOwner {
  list: ScreenList
  changes: Changes
  name: string
  /** With a month or country beside it, which may be a word of the name: 'payments of jordan miller'. */
  longer: string | null
  /** As of its filters. */
  isDoubtful: boolean
  unused: readonly string[]
}

/** 'payments of ana ruiz'; with filters, the words that filter nothing name the owner: 'invoices of ana@cafesol.es march'. */
export function namedWithOwner(text: string, filtered: readonly Filtered[]): OfOwner | null {
  const owned = filtered.filter(({ list, ignored }) => ignored.length > 0 && isOwned(list))
  // 'audit of customer 4984' is no list of customers.
  const first = owned.find(({ ignored }) => recognise(ignored.join(' ')).sure) ?? owned[0]
  if (!first) return null
  // The owner is already named, so the rest isn't understood.
  if (hasOwner(first.list, first.changes)) return null
  const words = first.ignored.map((raw) => ({ raw, folded: fold(raw) })).filter(({ folded }) => ![...every, 's'].includes(folded))
  const days = daysIn(words)
  const named = words.filter((word) => !isUnnamed(word) && !isOpener(word) && !days.includes(word))
  // Nor is '5 payments of ana@cafesol.es' understood: all are listed.
  const counts =
    named.length > 1 ? named.filter(({ raw }) => /^\d+$/.test(raw) && new RegExp(`(?<!\\S)${raw} ${counted}`, 'i').test(text)) : []
  const owner = named.filter((word) => !counts.includes(word))
  const name = owner.map(({ raw }) => raw.replace(/['’]s$/, '')).join(' ')
  // A loose number is nobody's, unless it comes first: 'payments 3 and 9 november', '12 payments', but not 'last 5 payments'.
  const isBeside = () => new RegExp(`^\\s*${name}\\b|\\b(?:of|for|by|from) ${name}\\b`, 'i').test(text)
  if (/^\d+$/.test(name) && ('sort' in first.changes || !isBeside() || isOfMonth(text, name))) return null
  // Nobody is called 'stop'.
  if (owner.length === 0 || owner.some((word) => isDeed(word) || isGeneric(word) || isRecords(word))) return null
  return {
    list: first.list,
    changes: first.changes,
    name,
    longer: longerName(text, owner),
    // '5 payments' may be any five.
    isDoubtful: first.isDoubtful || (/^\d{1,3}$/.test(name) && new RegExp(`^\\s*${name}\\b`).test(text)),
    unused: words.filter((word) => days.includes(word) || counts.includes(word) || isUnnamed(word)).map(({ raw }) => raw),
  }
}

function longerName(text: string, owner: readonly { raw: string }[]): string | null {
  const words = text.split(/\s+/)
  const [first, last] = [words.indexOf(owner[0]?.raw ?? ''), words.indexOf(owner.at(-1)?.raw ?? '')]
  const mayName = (word = '') => isMonth({ folded: fold(word) }) || countriesByName().has(fold(word))
  const [from, to] = [mayName(words[first - 1]) ? first - 1 : first, mayName(words[last + 1]) ? last + 1 : last]
  return first < 0 || last < first || to - from === last - first ? null : words.slice(from, to + 1).join(' ')
}

/** With all words of a found name, which are no filter then: 'payments of august ravn' are his of any month. */
export function withWholeName(ofOwner: OfOwner, label: string, text: string, lists: readonly NamedList<ScreenList>[]): OfOwner {
  const named = new Set(fold(label).split(' '))
  const known = fold(ofOwner.name).split(' ')
  const words = text.split(/\s+/)
  const ofName = words.filter((word) => named.has(fold(word)))
  if (ofName.every((word) => known.includes(fold(word)))) return ofOwner
  const rest = filteredLists(words.filter((word) => !ofName.includes(word)).join(' '), lists)
  const changes = rest.find(({ list }) => list === ofOwner.list)?.changes ?? {}
  return { ...ofOwner, name: ofName.join(' '), changes }
}

/** Days that the list can't be filtered by: 'invoices of ana ruiz 2026'. A month alone may be a name. */
function daysIn(words: readonly { raw: string; folded: string }[]) {
  const at = words.findIndex((_, index) => readFrom(words, index) !== null)
  const count = readFrom(words, at)?.count ?? 0
  return at < 0 || (count === 1 && words[at] && isMonth(words[at])) ? [] : words.slice(at, at + count)
}

const readFrom = (words: readonly { folded: string }[], at: number) =>
  readDays(
    words.slice(Math.max(at, 0)).map(({ folded }) => folded),
    today(),
  )

/** 'customers with most qrs': nobody is called 'customers'. */
const isRecords = ({ folded }: { folded: string }) => /^(customers|payments|invoices|qrs|codes|users|folders|domains)$/.test(folded)

/** The 26 of '26 nov' is nobody. */
const isOfMonth = (text: string, number: string) => {
  const words = text.split(/\s+/)
  const at = words.indexOf(number)
  return [words[at - 1], words[at + 1]].some((word) => isMonth({ folded: fold(word ?? '') }))
}

const counted = '(?:qr )?(?:codes|qrs|payments|invoices|folders|domains)\\b'
const every = ['all', 'every', 'each']
/** 'open' may say which ones, 'open invoices of ana ruiz', and a list is exported on its page. */
const isUnnamed = (word: { folded: string }) => /^(open|download|export|csv)$/.test(word.folded) || isQualifier(word)
