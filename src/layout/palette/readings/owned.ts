import { useQueries, useQueryClient } from '@tanstack/react-query'
import { recognise } from '../../../commands/recognise.ts'
import { narrowed } from '../../../commands/text/verbs.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { askedNow } from '../../records/record-facts.ts'
import { useLookUps } from '../lookups.ts'
import type { AllRow, RecordRow } from '../rows.ts'
import { typingPause } from '../typing-pause.ts'
import { countText, type Filtered } from './filters.ts'
import type { Claim, Reading } from './reading.ts'
import { isNamed } from './records.ts'

const ownerTypes = ['customer'] as const
const nothing = { shapes: [], explanation: null, sure: false }
const maxOwners = 4

/** The parameter of a list that takes its customer's id. */
const ownerOf = ({ list }: Filtered) =>
  list.filters.flatMap(({ words }) => (words?.kind === 'id' && /^(customer|owner)/i.test(words.label) ? words.param : []))[0]

/** A list of one customer, who is named by the words that filter nothing else: 'payments of ana ruiz', 'invoices of ana@cafesol.es march'. */
export function useOwnedReadings(filtered: readonly Filtered[]): Reading[] {
  const client = useQueryClient()
  const first = filtered.find((each) => each.ignored.length > 0 && ownerOf(each) !== undefined)
  const name = first?.ignored.join(' ') ?? ''
  const recognised = name === '' ? nothing : narrowed(recognise(name), ownerTypes)
  const lookUps = useLookUps(recognised, useSettled(name, typingPause), name, ownerTypes).filter(({ id }) => id === 'customer')
  const owners = lookUps.flatMap(({ exact, begun }) => [...exact, ...begun].flatMap(({ rows }) => rows)).slice(0, maxOwners)
  const lists = first ? owners.flatMap((owner) => ownedBy(first, owner) ?? []) : []
  const counts = useQueries({
    queries: lists.map(({ href, count }) => ({
      queryKey: ['filtered', href],
      queryFn: () => count(client),
      ...askedNow,
      staleTime: 0,
      retry: false,
    })),
  })
  const rows = lists.map(({ owner, row }, index): { owner: RecordRow; row: AllRow } => {
    const count = counts[index]?.data
    return { owner, row: { ...row, ...(count && { why: countText(count) }) } }
  })
  const isSearching = lookUps.some(({ exact, begun }) => [...exact, ...begun].some(({ state }) => state === 'searching'))
  const isSure = ({ owner }: (typeof rows)[number]) => owner.why.startsWith('exact') || isNamed(owner.record, name)
  const sure = rows.filter(isSure)
  const reading = (claim: Claim, own: typeof rows, couldStill: Claim | null): Reading[] =>
    own.length === 0 && couldStill === null
      ? []
      : [{ id: 'owned', heading: 'Lists', claim, rows: own.map(({ row }) => row), couldStill, isOpen: own.length > 1 }]
  return [
    ...reading('exact', sure, isSearching ? 'exact' : null),
    ...reading(
      'begun',
      rows.filter((each) => !isSure(each)),
      null,
    ),
  ]
}

function ownedBy(filtered: Filtered, owner: RecordRow) {
  const { list, changes } = filtered
  const own = list.filtered({ ...changes, [ownerOf(filtered) ?? '']: String(owner.record.id) })
  if (!own) return null
  const others = own.chips.filter((chip) => !chip.includes(`#${owner.record.id}`))
  const title = `${list.title} of ${owner.record.label}`
  const row: AllRow = {
    kind: 'all',
    value: `filtered:${own.href}`,
    title,
    detail: [owner.record.detail, ...others].join(' · '),
    href: own.href,
  }
  return { owner, row, href: own.href, count: own.count }
}
