import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { resolve } from '../../../commands/engine/resolve.ts'
import { exportOf } from '../../../commands/shared/list-export.ts'
import type { Pagination } from '../../../contract/list.ts'
import type { ScreenList } from '../../list/noted-screens.ts'
import { cardEnd } from '../../list/words/card-words.ts'
import type { NamedList } from '../../list/words/filter-parses.ts'
import { customersOfName, customersOnPlan, type Filtered, filteredLists } from '../../list/words/named-lists.ts'
import { type AllRow, countText } from '../../records/finders/found-rows.ts'
import type { Row } from '../rows.ts'
import type { Reading } from './reading.ts'

interface Typed {
  text: string
  /** Whether nothing was typed for a moment: only then is counted. */
  isSettled: boolean
  /** Whether it begins with what to do: 'refund all payments of ana' is no list of refunds. */
  isVerb: boolean
  /** The customer whose page it is. */
  onPage: number | null
}

interface Filters {
  filtered: readonly Filtered[]
  readings: readonly Reading[]
}

/**
 * The lists that a text filters, such as 'unpaid customers', each with the count of what Enter opens.
 * @param lists null while their code is being fetched
 */
export function useFilterReadings({ text, isSettled, isVerb, onPage }: Typed, lists: readonly NamedList<ScreenList>[] | null): Filters {
  const client = useQueryClient()
  const filtered = useMemo(() => {
    const found = lists ? filteredLists(cardEnd.test(text) ? `card ${text}` : text, lists, onPage) : []
    const mayBeName = lists && isSettled && (!isVerb || / @\S/.test(text)) && found.every(({ isWhole }) => !isWhole)
    if (!mayBeName) return found
    const onPlan = customersOnPlan(text, lists)
    return [...(onPlan.length > 0 ? onPlan : customersOfName(text, lists)), ...found]
  }, [text, lists, isSettled, isVerb, onPage])
  const counts = useQueries({
    queries: filtered.map(({ href, count }) => ({
      queryKey: ['filtered', href],
      queryFn: () => count?.(client) ?? null,
      networkMode: 'always' as const,
      staleTime: 0,
      retry: false,
      enabled: isSettled && count !== undefined,
    })),
  })
  // Beside a verb, a list that is only named says nothing.
  const shown = filtered.filter(
    ({ changes, isWhole }) => !isVerb || isWhole || Object.keys(changes).some((name) => !name.startsWith('sort')),
  )
  const [first] = shown
  const reading = { id: 'filters', heading: 'Lists' }
  if (!lists)
    return { filtered, readings: [{ ...reading, claim: 'guess', rows: [], couldStill: text.trim().includes(' ') ? 'exact' : 'words' }] }
  if (!first) return { filtered, readings: [] }
  const rows = shown.map((each) => filterRow(each, counts[filtered.indexOf(each)]?.data))
  const count = counts[filtered.indexOf(first)]
  return {
    filtered,
    readings: [
      {
        ...reading,
        claim: first.isLikely && !cardEnd.test(text) ? 'exact' : 'words',
        rows,
        couldStill: first.isByName && count?.isFetching ? 'words' : null,
        // 'open payments' may be those whose invoice is open, or all of them.
        isOpen:
          isVerb ||
          first.isDoubtful ||
          // The amount is the payment's, which may be more than what went back.
          (/\brefunds?\b/i.test(text) && 'amountFrom' in first.changes) ||
          (first.isByName && !count?.data?.total_results) ||
          (/^\s*open \S+\s*$/i.test(text) && !first.chips.some((chip) => chip.startsWith('Disputed'))) ||
          (!first.isLikely && !/\p{L}/u.test(text)),
      },
    ],
  }
}

/** A list as a file. Where there can be none, the word is left unused. */
export function asExport(row: Row, context: CommandContext): Row {
  if (row.kind !== 'all') return row
  const title = `Export as CSV: ${[row.title, row.why, row.detail].filter(Boolean).join(' · ')}`
  const resolved = row.exports && resolve(exportOf(title, row.exports), context, null)
  if (!resolved) return leavingOut(row, 'export')
  return { kind: 'command', value: row.value, resolved, ...(row.unused && { unused: row.unused }) }
}

/** A list that leaves one more word unused. */
export const leavingOut = (row: Row, word: string): Row => (row.kind === 'all' ? { ...row, unused: [word, ...(row.unused ?? [])] } : row)

function filterRow({ list, chips, ignored, href, exports, selects, ...of }: Filtered, count: Pagination | null | undefined): AllRow {
  const isSure = of.isLikely && !of.isDoubtful && !of.isByName
  const row: AllRow = {
    kind: 'all',
    value: `filtered:${href}`,
    title: list.title,
    detail: chips.join(' · '),
    href,
    exports,
    selects,
    isSure,
  }
  return { ...row, ...(count && { why: countText(count) }), ...(ignored.length > 0 && { unused: ignored }) }
}
