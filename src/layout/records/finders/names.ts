import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { customerSearchQuery } from '../../../api/customer-search.ts'
import { hasWords, nameOf, namesAmong } from '../../../commands/text/names-among.ts'
import type { Token } from '../../../commands/text/token.ts'
import { isSameName } from '../../../contract/customer-match.ts'
import type { CustomerRow } from '../../../contract/customers.ts'
import { lookupOptions } from '../record-facts.ts'
import { type RecordRow, suggestedCustomerRow } from './found-rows.ts'

const maxOfName = 3

interface Named {
  /** The words of the name. */
  run: readonly Token[]
  customer: CustomerRow
  row: RecordRow
}

/** The customers whose whole names, or the only one of some words of whose name, stand in a text, and whether all were looked up. */
export function useNamedCustomers(tokens: readonly Token[], isWanted: boolean): { named: Named[]; isSettled: boolean } {
  const runs = useMemo(() => (isWanted ? namesAmong(tokens) : []), [tokens, isWanted])
  const found = useQueries({
    queries: runs.map((run) => ({ ...customerSearchQuery(nameOf(run), maxOfName), ...lookupOptions, retry: false })),
  })
  const named = runs.flatMap((run, at) =>
    (found[at]?.data?.rows ?? [])
      .filter(({ fullName }, _, all) => isSameName(fullName, nameOf(run)) || (all.length === 1 && hasWords(fullName, run)))
      .map((customer) => ({ run, customer, row: { ...suggestedCustomerRow(customer, nameOf(run)), query: nameOf(run) } })),
  )
  return { named, isSettled: found.every(({ isSuccess }) => isSuccess) }
}
