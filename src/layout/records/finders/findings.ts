import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { RecordType, Target } from '../../../commands/engine/targets.ts'
import { fold } from '../../../commands/text/ranking.ts'
import { clean } from '../../../commands/text/recognise.ts'
import { isNoun } from '../../../commands/text/record-words.ts'
import type { CurrentUser } from '../../../contract/auth.ts'
import { lookupOptions } from '../record-facts.ts'
import type { Finder, Finding } from './finder.ts'
import { findersOf } from './finders.ts'
import { recordRow } from './found-rows.ts'
import type { LookUp, LookUps } from './look-ups.ts'

type Who = Pick<CurrentUser, 'capabilities'>

/** The types of records that a person finds by words, beside those that have look-ups of their own. */
export const finderTypes = (user: Who): RecordType[] => findersOf(user).map(({ type }) => type)

interface Wanted {
  text: string
  /** The debounced text. */
  settled: string
  types: readonly string[]
  /** Whether a verb has chosen the types: a bare number is then an id. */
  areTypesKnown?: boolean
}

/** Looks a text up among these types, each by its list's own query. */
export function useFindings({ text, settled, types, areTypesKnown = false }: Wanted, user: Who): LookUps[] {
  const term = clean(text)
  const finders = (term === '' ? [] : findersOf(user))
    .map((finder) => ({ ...finder, term: withoutNoun(term, finder.type) }))
    .filter(({ type, mayName, term: own }) => types.includes(type) && mayName(own, areTypesKnown || own !== term))
  const answers = useQueries({
    queries: finders.map((finder) => ({ ...finder.query(finder.term), ...lookupOptions, enabled: text === settled, retry: false })),
  })
  return finders.map((finder, index): LookUps => {
    const of = (match: Finding['match']) => lookUp(answers[index], finder, match)
    return {
      id: finder.type,
      heading: finder.heading,
      exact: [of('exact')],
      prefix: [of('prefix')],
      loose: [of('inside')],
      all: [],
      isQuiet: true,
    }
  })
}

/** 'folder Küche' is the folder of that name. */
function withoutNoun(text: string, type: RecordType): string {
  const words = text.split(/\s+/)
  const first = words.findIndex((word) => !isNoun({ folded: fold(word) }, type) || word.endsWith('s'))
  return first <= 0 ? text : words.slice(first).join(' ')
}

function lookUp(query: UseQueryResult<readonly Finding[]> | undefined, { type }: Finder, match: Finding['match']): LookUp {
  const base = { rows: [], error: null, retry: () => void query?.refetch() }
  if (query?.data) {
    const rows = query.data
      .filter((finding) => finding.match === match)
      .map(({ target, ...finding }) =>
        recordRow(
          { ...finding, type, id: idOf(target) },
          match === 'exact' ? 'exact' : match === 'prefix' ? 'starts with it' : 'contains it',
          target,
        ),
      )
    return { ...base, rows, state: rows.length > 0 ? 'found' : 'none' }
  }
  return query?.isError && !query.isFetching ? { ...base, state: 'failed', error: query.error } : { ...base, state: 'searching' }
}

/** A folder that was found is a selection of one, whose own id is its owner's. */
const idOf = ({ record }: Target) => ('folders' in record ? (record.folders[0]?.id ?? record.id) : record.id)
