import { useQueries } from '@tanstack/react-query'
import { customerSearchQuery } from '../../../api/customer-search.ts'
import { termWords } from '../../../contract/customer-match.ts'
import type { TeamWord } from '../../../contract/words.ts'
import { lookupOptions } from '../record-facts.ts'
import { type RecordRow, suggestedCustomerRow } from './found-rows.ts'

const maxRows = 6

/** Customers who are called as one of the team's words that were typed: either may be meant. */
export function useNamesakes(words: readonly TeamWord[]): { rows: readonly RecordRow[]; isSearching: boolean } {
  const answers = useQueries({
    queries: words.map(({ word }) => ({ ...customerSearchQuery(word, maxRows), ...lookupOptions, retry: false })),
  })
  const rows = answers.flatMap(({ data }, at) => {
    const word = words[at]?.word ?? ''
    const isCalledSo = ({ fullName }: { fullName: string }) => termWords(word).every((each) => termWords(fullName).includes(each))
    return (data?.rows ?? []).filter(isCalledSo).map((customer) => suggestedCustomerRow(customer, word))
  })
  return { rows, isSearching: answers.some(({ isLoading }) => isLoading) }
}
