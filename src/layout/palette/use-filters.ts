import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ResolvedCommand } from '../../commands/resolve.ts'
import { useVerbCode } from './verbs-now.ts'

/**
 * The lists that a text filters, such as 'unpaid customers', each with its count.
 * @param settledText the debounced text: counts are asked for once it is the text
 */
export function useFilters(text: string, settledText: string, screens: readonly ResolvedCommand[]) {
  const { code } = useVerbCode()
  const client = useQueryClient()
  const lists = useMemo(() => code?.namedLists(screens) ?? [], [code, screens])
  const said = useMemo(() => code?.filtersSaid(text, lists) ?? [], [code, text, lists])
  const counts = useQueries({
    queries: said.map(({ href, count }) => ({
      queryKey: ['filtered', href],
      queryFn: () => count(client),
      networkMode: 'always' as const,
      staleTime: 0,
      retry: false,
      enabled: text === settledText,
    })),
  })
  const [first] = said
  return {
    rows: code ? said.map((each, index) => code.filterRow(each, counts[index]?.data)) : [],
    /** The first row's list is named, or two of its filters, and all of the text is understood. */
    isLikely: first?.isLikely === true,
    /** All of the text is understood. */
    isWhole: first?.isWhole === true,
  }
}
export type Filters = ReturnType<typeof useFilters>
