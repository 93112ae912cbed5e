import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { apiHas } from '../../../api/features.ts'
import type { Capability } from '../../../contract/capabilities.ts'
import type { RecordType } from '../../commands/recent.ts'
import { askedNow } from '../../records/record-facts.ts'
import { type Finder, finders, type Finding } from '../finders.ts'
import type { LookUp, LookUps } from '../lookups.ts'
import { recordRow } from '../rows.ts'

const offered = (capabilities: readonly Capability[]) =>
  finders.filter(({ needs, feature }) => (!needs || capabilities.includes(needs)) && (!feature || apiHas(feature)))

/** The types of records that these people find by words, beside those that have look-ups of their own. */
export const finderTypes = (capabilities: readonly Capability[]): RecordType[] => offered(capabilities).map(({ type }) => type)

/**
 * Looks a text up among these types, each by its list's own query.
 * @param settledText the debounced text
 */
export function useFindings(text: string, settledText: string, types: readonly string[], capabilities: readonly Capability[]): LookUps[] {
  const asked = offered(capabilities).filter(({ type, mayName }) => types.includes(type) && text !== '' && mayName(text))
  const answers = useQueries({
    queries: asked.map((finder) => ({ ...finder.query(text), ...askedNow, enabled: text === settledText, retry: false })),
  })
  return asked.map((finder, index): LookUps => {
    const of = (match: Finding['match']) => lookUp(answers[index], finder, match)
    return {
      id: finder.type,
      heading: finder.heading,
      exact: [of('exact')],
      begun: [of('begun')],
      loose: [of('inside')],
      all: [],
      isQuiet: true,
    }
  })
}

function lookUp(query: UseQueryResult<readonly Finding[]> | undefined, { type }: Finder, match: Finding['match']): LookUp {
  const base = { rows: [], error: null, retry: () => void query?.refetch() }
  if (query?.data) {
    const rows = query.data
      .filter((finding) => finding.match === match)
      .map(({ target, ...finding }) =>
        recordRow(
          { ...finding, type, id: target.record.id },
          match === 'exact' ? 'exact' : match === 'begun' ? 'begins so' : 'contains it',
          target,
        ),
      )
    return { ...base, rows, state: rows.length > 0 ? 'found' : 'none' }
  }
  return query?.isError && !query.isFetching ? { ...base, state: 'failed', error: query.error } : { ...base, state: 'searching' }
}
