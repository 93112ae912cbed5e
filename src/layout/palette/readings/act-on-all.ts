import { useQuery } from '@tanstack/react-query'
import { fold } from '../../../commands/text/ranking.ts'
import type { Token } from '../../../commands/text/token.ts'
import { bulkLimit } from '../../../contract/bulk-limit.ts'
import { commandsNow } from '../../commands/commands-now.ts'
import { lookupOptions } from '../../records/record-facts.ts'
import type { Row } from '../rows.ts'
import { leavingOut } from './filters.ts'
import { type Reading, unusedBy } from './reading.ts'
import { actRow } from './several-rows.ts'

/**
 * Lists behind what to do: 'block all qrs of ana ruiz' is for all rows of one, which are looked up. Elsewhere the deed is left unused.
 * @param isOfMany whether the text says that several are meant: 'stop until monday' is about one
 */
export function useActsOnAll(readings: readonly Reading[], deed: Token | null, isOfMany: boolean): Reading[] {
  const isDone = (type: string | undefined) =>
    commandsNow().some(
      ({ target, title, keywords = '' }) =>
        target === type &&
        fold(`${title(null)} ${keywords}`)
          .split(' ')
          .includes(deed?.folded ?? ''),
    )
  const [list] = (deed && isOfMany ? readings : [])
    .flatMap(({ rows }) => rows)
    .flatMap((row) => (row.kind === 'all' && unusedBy(row) === 0 && row.detail !== '' && isDone(row.selects?.type) ? [row] : []))
  const { data, isError } = useQuery({
    queryKey: ['palette-all', list?.href],
    queryFn: async () => (await list?.selects?.all()) ?? null,
    ...lookupOptions,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    enabled: list !== undefined,
  })
  const type = list?.selects?.type
  const ids = data && 'ids' in data.record ? data.record.ids : []
  const isWaiting = list !== undefined && !data && !isError
  const hasRows = isWaiting || (ids.length > 0 && ids.length < bulkLimit)
  const acting = (row: Row) => {
    const mayAct = row === list && !isError && hasRows && (type === 'qrs' || type === 'customers')
    if (!list || !mayAct) return deed ? leavingOut(row, deed.raw) : row
    const of = [list.title.replace(/^(QR codes|Customers)/, ''), list.detail].filter(Boolean).join(' · ')
    return { ...actRow(ids, !isWaiting, type, deed?.raw ?? '', of.replace(/^(?! )/, ' · ')), value: `act:${list.href}` }
  }
  return readings.map((reading) => ({
    ...reading,
    rows: reading.rows.map(acting),
    ...(list?.isSure && hasRows && reading.rows[0] === list && { claim: 'exact', isOpen: false }),
    ...(isWaiting && reading.rows.includes(list) && { couldStill: 'exact' }),
  }))
}
