import { useQuery } from '@tanstack/react-query'
import { countedRecords } from '../../../commands/engine/record-types.ts'
import type { Target } from '../../../commands/engine/targets.ts'
import { fold } from '../../../commands/text/ranking.ts'
import type { Token } from '../../../commands/text/token.ts'
import { bulkLimit } from '../../../contract/bulk-limit.ts'
import { commandsNow } from '../../commands/commands-now.ts'
import { lookupOptions } from '../../records/record-facts.ts'
import type { Row, SeveralRow } from '../rows.ts'
import { leavingOut } from './filters.ts'
import { type Reading, unusedBy } from './reading.ts'

const isSelection = (target: Target): target is Target<'qrs' | 'customers'> => target.type === 'qrs' || target.type === 'customers'

/**
 * The lists that stand behind what to do: 'block all qrs of ana ruiz' acts on all rows of one, which are looked up. What can't be done so
 * is left unused.
 */
export function useActsOnAll(readings: readonly Reading[], deed: Token | null): Reading[] {
  const mayAct = (row: Row) =>
    row.kind === 'all' &&
    unusedBy(row) === 0 &&
    row.detail !== '' &&
    commandsNow().some(
      ({ target, title, keywords }) =>
        target === row.selects?.type &&
        fold(`${title(null)} ${keywords ?? ''}`)
          .split(' ')
          .includes(deed?.folded ?? ''),
    )
  const first = deed && readings.flatMap(({ rows }) => rows).find(mayAct)
  const list = first?.kind === 'all' ? first : null
  const { data, isError } = useQuery({
    queryKey: ['palette-all', list?.href],
    queryFn: async () => (await list?.selects?.all()) ?? null,
    ...lookupOptions,
    staleTime: 0,
    retry: false,
    enabled: list !== null,
  })
  if (!deed) return [...readings]
  const acting = (row: Row) => {
    if (row !== list || !data || !isSelection(data)) return leavingOut(row, deed.raw)
    const { ids } = data.record
    const many = ids.length === 1 ? '' : ids.length === bulkLimit ? 'the newest ' : 'all '
    const of = [list.title.replace(/^(QR codes|Customers)/, `${many}${countedRecords(data.type, ids.length)}`), list.detail ?? '']
    const several: SeveralRow = {
      kind: 'several',
      value: `act:${list.href}`,
      title: `Act on ${of.filter((part) => part !== '').join(' · ')}… — ${deed.raw}`,
      whyNot: ids.length === 0 ? 'None was found.' : null,
      isWaiting: false,
      does: { verb: 'act', on: data, typing: deed.raw },
    }
    return several
  }
  return readings.map(({ rows, ...rest }) => ({
    ...rest,
    rows: rows.map(acting),
    ...(list?.isSure && rows[0] === list && { claim: 'exact', isOpen: false }),
    ...(rows.some((row) => row === list) && !data && !isError && { couldStill: 'exact' }),
  }))
}
