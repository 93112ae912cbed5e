import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RecordType } from '../../../commands/engine/targets.ts'
import { unusedBeside } from '../../../commands/text/identifiers.ts'
import { narrowed } from '../../../commands/text/named-records.ts'
import { nothing, recognise } from '../../../commands/text/recognise.ts'
import { tokenize } from '../../../commands/text/tokens.ts'
import type { CurrentUser } from '../../../contract/auth.ts'
import { isSameName } from '../../../contract/customer-match.ts'
import { useSettled } from '../../kit/use-settled.ts'
import type { ScreenList } from '../../list/noted-screens.ts'
import type { NamedList } from '../../list/words/filter-parses.ts'
import type { Filtered } from '../../list/words/named-lists.ts'
import { namedWithOwner, type OfOwner, ownersOf, withWholeName } from '../../list/words/owner-words.ts'
import { useFindings } from '../../records/finders/findings.ts'
import { type AllRow, countText, type RecordRow } from '../../records/finders/found-rows.ts'
import { type LookUps, typingPause, useLookUps } from '../../records/finders/look-ups.ts'
import { onlyWithWords, withUnused } from '../../records/finders/named.ts'
import { lookupOptions } from '../../records/record-facts.ts'
import type { Claim, Reading } from './reading.ts'

const maxOwners = 4

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
  const first = useMemo(() => namedWithOwner(text, filtered), [text, filtered])
  const name = first?.name ?? ''
  const types = useMemo(() => (first ? (Object.keys(ownersOf(first.list)) as RecordType[]) : []), [first])
  const settled = useSettled(name, typingPause)
  const recognised = name === '' ? nothing : narrowed(recognise(name), types)
  const ofRecords = useLookUps(recognised, settled, name, types).filter(({ id }) => types.includes(id))
  const longer = first?.longer ?? ''
  const ofLonger = useLookUps(longer === '' ? nothing : recognise(longer), useSettled(longer, typingPause), longer, types)
  const findings = useFindings({ text: name, settled, types }, user)
  // 'audit sam' is of the colleague.
  const isColleague = findings.some(({ exact, prefix }) => [...exact, ...prefix].some(({ rows }) => rows.length > 0))
  const lookUps = isColleague ? findings : [...findings, ...ofRecords]
  const rowsOf = (of: readonly LookUps[]) => of.flatMap(({ exact, prefix }) => [...exact, ...prefix].flatMap(({ rows }) => rows))
  const longerNames = rowsOf(ofLonger.filter(({ id }) => types.includes(id)))
  const owners = (longerNames.length > 0 ? longerNames : rowsOf(lookUps)).slice(0, maxOwners)
  const owned = first ? owners.flatMap((owner) => ownedBy(withWholeName(first, owner.record.label, text, lists ?? []), owner) ?? []) : []
  const counts = useQueries({
    queries: owned.map(({ href, count }) => ({
      queryKey: ['filtered', href],
      queryFn: () => count?.(client) ?? null,
      ...lookupOptions,
      staleTime: 0,
      retry: false,
    })),
  })
  const rows = owned.map(({ owner, row, name: own }, index) => {
    const count = counts[index]?.data
    return { owner, name: own, row: { ...row, ...(count && { why: countText(count) }) } }
  })
  const isSearching = [...lookUps, ...ofLonger].some(({ exact, prefix }) =>
    [...exact, ...prefix].some(({ state }) => state === 'searching'),
  )
  const only = name === '' ? null : onlyWithWords(lookUps, name)
  const isSure = ({ owner, name: own }: (typeof rows)[number]) =>
    owner.why.startsWith('exact') || owner.record.label.split(' — ').some((part) => isSameName(part, own)) || owner.value === only?.value
  const [sure, others] = [rows.filter(isSure), rows.filter((each) => !isSure(each))]
  // What only begins a name may be any word.
  const reading = (claim: Claim, own: typeof rows, couldStill: Claim | null, isOpen: boolean): Reading[] =>
    own.length === 0 && couldStill === null
      ? []
      : [
          {
            id: 'owned',
            heading: 'Lists',
            claim: isVerb ? 'inside' : claim,
            rows: own.map(({ row }) => ({ ...row, isSure: !isOpen })),
            couldStill: isVerb ? null : couldStill,
            isOpen: isVerb || isOpen,
          },
        ]
  return [
    ...reading('exact', sure, isSearching ? 'exact' : null, sure.length > 1 || first?.isDoubtful === true),
    ...reading('inside', others, null, true),
  ]
}

function ownedBy({ list, changes, name, unused }: OfOwner, owner: RecordRow) {
  const email = owner.target?.type === 'user' ? owner.target.record.email : ''
  const ofOwner = ownersOf(list)[owner.record.type]?.({ id: owner.record.id, email })
  const own = ofOwner && list.filtered({ ...changes, ...ofOwner })
  if (!own) return null
  const others = own.chips.filter((chip) => list.filtered(ofOwner)?.chips.includes(chip) === false)
  // 'payments of pi_3 ana@cafesol.es'
  const beside = recognise(name).isWithin ? unusedBeside(tokenize(name), owner.record.type) : []
  const title = `${list.title} of ${owner.record.label}`
  const row: AllRow = {
    kind: 'all',
    value: `filtered:${own.href}`,
    title,
    detail: [owner.record.detail, ...others].join(' · '),
    href: own.href,
    exports: own.exports,
    selects: own.selects,
    ...withUnused(owner.record, [...unused, ...beside]),
  }
  return { owner, name, row, href: own.href, count: own.count }
}
