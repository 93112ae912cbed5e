import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fold } from '../../../commands/ranking.ts'
import { nothing, recognise } from '../../../commands/recognise.ts'
import { narrowed } from '../../../commands/text/named-records.ts'
import { isOpener } from '../../../commands/text/identifiers.ts'
import { isMonth, isQualifier } from '../../../commands/text/tokens.ts'
import type { CurrentUser } from '../../../contract/auth.ts'
import type { RecordType } from '../../commands/recent.ts'
import { useSettled } from '../../kit/use-settled.ts'
import type { Changes, NamedList } from '../../list/filter-words.ts'
import type { ScreenList } from '../../list/screen-lists.ts'
import { phraseAt, stemsOf, wordsIn } from '../../list/typed-words.ts'
import { lookupOptions } from '../../records/record-facts.ts'
import { typingPause, useLookUps } from '../lookups.ts'
import type { AllRow, RecordRow } from '../rows.ts'
import { countText, type Filtered, filteredLists } from './filters.ts'
import { useFindings } from './findings.ts'
import type { Claim, Reading } from './reading.ts'
import { isNamed } from './records.ts'

const maxOwners = 4

interface Owner {
  type: 'customer' | 'user'
  param: string
}

/** The parameter of a list that says whose it is: a customer's id, or who of the staff did it. */
function ownerOf({ path, filters }: ScreenList): Owner | undefined {
  if (path === '/audit') return { type: 'user', param: 'actor' }
  const [param] = filters.flatMap(({ words }) => (words?.kind === 'id' && /^(customer|owner)/i.test(words.label) ? words.param : []))
  return param === undefined ? undefined : { type: 'customer', param }
}

/** A list that is named together with whose it is, and with the filters beside that. */
interface OfOwner {
  list: ScreenList
  changes: Changes
  name: string
  unused: readonly string[]
}

/** 'payments of ana ruiz'; with filters, the words that filter nothing name the owner: 'invoices of ana@cafesol.es march'. */
function namedWithOwner(text: string, lists: readonly NamedList<ScreenList>[], filtered: readonly Filtered[]): OfOwner | null {
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
/** 'open' may say which ones: 'open invoices of ana ruiz'. */
const isUnnamed = (word: string) =>
  fold(word) === 'open' || (isQualifier({ folded: fold(word) }) && ![...links, ...every].includes(fold(word)))

/** Whose it is on one side of a list's name: 'payments of ana ruiz', 'ana ruiz payments', 'last payment of ana ruiz'. */
function besideList(text: string, lists: readonly NamedList<ScreenList>[]): OfOwner | null {
  const typed = text.trim().split(/\s+/)
  const all = typed.slice(typed.findIndex((word) => !isOpener({ folded: fold(word) }) || isUnnamed(word)))
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

interface Lists {
  text: string
  /** Null while their code is being fetched. */
  lists: readonly NamedList<ScreenList>[] | null
  /** As the text filters them. */
  filtered: readonly Filtered[]
  /** Whether the text names a command: 'refund every payment of ana' is no list of refunds. */
  isVerb: boolean
}

/** A list of one customer, or of what one of the staff did, who is named in the text. */
export function useOwnedReadings({ text, lists, filtered, isVerb }: Lists, user: CurrentUser): Reading[] {
  const client = useQueryClient()
  const first = useMemo(() => namedWithOwner(text, lists ?? [], filtered), [text, lists, filtered])
  const name = first?.name ?? ''
  const types: RecordType[] = first ? [ownerOf(first.list)?.type ?? 'customer'] : []
  const settled = useSettled(name, typingPause)
  const recognised = name === '' ? nothing : narrowed(recognise(name), types)
  const ofCustomers = useLookUps(recognised, settled, name, types).filter(({ id }) => types.includes(id))
  const lookUps = [...ofCustomers, ...useFindings({ text: name, settled, types }, user)]
  const owners = lookUps.flatMap(({ exact, prefix }) => [...exact, ...prefix].flatMap(({ rows }) => rows)).slice(0, maxOwners)
  const owned = first ? owners.flatMap((owner) => ownedBy(first, owner) ?? []) : []
  const counts = useQueries({
    queries: owned.map(({ href, count }) => ({
      queryKey: ['filtered', href],
      queryFn: () => count(client),
      ...lookupOptions,
      staleTime: 0,
      retry: false,
    })),
  })
  const rows = owned.map(({ owner, row }, index): { owner: RecordRow; row: AllRow } => {
    const count = counts[index]?.data
    return { owner, row: { ...row, ...(count && { why: countText(count) }) } }
  })
  const isSearching = lookUps.some(({ exact, prefix }) => [...exact, ...prefix].some(({ state }) => state === 'searching'))
  const isSure = ({ owner }: (typeof rows)[number]) => owner.why.startsWith('exact') || isNamed(owner.record, name)
  const sure = rows.filter(isSure)
  const reading = (claim: Claim, own: typeof rows, couldStill: Claim | null): Reading[] =>
    own.length === 0 && couldStill === null
      ? []
      : [
          {
            id: 'owned',
            heading: 'Lists',
            claim: isVerb ? 'inside' : claim,
            rows: own.map(({ row }) => row),
            couldStill: isVerb ? null : couldStill,
            isOpen: isVerb || own.length > 1,
          },
        ]
  return [
    ...reading('exact', sure, isSearching ? 'exact' : null),
    ...reading(
      'prefix',
      rows.filter((each) => !isSure(each)),
      null,
    ),
  ]
}

function ownedBy({ list, changes, unused }: OfOwner, owner: RecordRow) {
  const of = ownerOf(list)
  const key = owner.target?.type === 'user' ? owner.target.record.email : String(owner.record.id)
  const own = of && list.filtered({ ...changes, [of.param]: key })
  if (!own) return null
  const others = own.chips.filter((chip) => !chip.endsWith(`#${key}`) && !chip.includes(owner.record.detail))
  const title = `${list.title} of ${owner.record.label}`
  const row: AllRow = {
    kind: 'all',
    value: `filtered:${own.href}`,
    title,
    detail: [owner.record.detail, ...others].join(' · '),
    href: own.href,
    ...(unused.length > 0 && { unused }),
  }
  return { owner, row, href: own.href, count: own.count }
}
