import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { type FoundRecord, foundRecordQuery } from '../../../api/find-record.ts'
import { useMemo } from 'react'
import { type Identifier, recogniseSeveral, type Several } from '../../../commands/several.ts'
import { recognise } from '../../../commands/recognise.ts'
import type { TargetType } from '../../../commands/record-types.ts'
import { isDeed, type Tokens } from '../../../commands/text/tokens.ts'
import type { NamedVerb } from '../../../commands/text/verbs.ts'
import { lookupOptions } from '../../records/record-facts.ts'
import { type SeveralContents, severalContents } from './several-rows.ts'

/** Looks up each of several identifiers; null if the text has none. Rows keep the pasted order, so no reply moves another. */
export function useSeveral(typed: Tokens, verb: NamedVerb): SeveralContents | null {
  const { several, typing, unused } = useMemo(() => severalIn(typed, verb), [typed, verb])
  const identifiers = several?.identifiers ?? []
  const answers = useQueries({
    queries: identifiers.map(({ shapes }) => ({ ...foundRecordQuery(shapes), ...lookupOptions })),
  })
  if (!several) return null
  return severalContents(
    several,
    identifiers.map((identifier, index) => ({ identifier, ...answerOf(answers[index]) })),
    { typing, unused },
  )
}

interface Listed {
  several: Several | null
  /** What to do with all of them, if that can be done. */
  typing: string
  /** Words that say what to do otherwise. */
  unused: readonly string[]
}

/** 'ban 4711, 4712' is two customers, and what to do with both. */
function severalIn(typed: Tokens, { words, rest, type, isOfSeveral, usesAll }: NamedVerb): Listed {
  if (usesAll) return { several: null, typing: '', unused: [] }
  const listed = rest === null || words.length === 0 ? null : listedIn(rest.replace(/ (?:and|&|\+) /gi, ', '), type)
  if (listed) return { several: listed, typing: isOfSeveral ? words.join(' ') : '', unused: isOfSeveral ? [] : words }
  const several = recogniseSeveral(typed.text, window.location.origin)
  const deeds = typed.tokens.filter((token) => isDeed(token) || words.includes(token.raw))
  return { several, typing: '', unused: deeds.map(({ raw }) => raw) }
}

/** Two identifiers or more, and nothing else; beside a verb, whole names, too. */
function listedIn(text: string, type: TargetType | null): Several | null {
  const several = recogniseSeveral(text, window.location.origin)
  if (several && several.identifiers.length > 1 && several.notRecognised === 0) return several
  const parts = text.split(/[,;]+/).map((part) => part.trim())
  const identifiers = parts.map((part): Identifier => {
    const { sure, shapes } = recognise(part, window.location.origin)
    const isName = /^\p{L}[\p{L}.'’-]*(?: \p{L}[\p{L}.'’-]*){1,3}$/u.test(part)
    const exact = shapes.flatMap((shape) => (shape.kind === 'text' || (!sure && !(type === 'qr' && shape.kind === 'qr-uri')) ? [] : shape))
    return { text: part, shapes: exact.length > 0 ? exact : isName ? [{ kind: 'name', name: part }] : [] }
  })
  if (identifiers.length < 2 || identifiers.some(({ shapes }) => shapes.length === 0)) return null
  return { identifiers, parts: identifiers, leftOut: 0, notRecognised: 0, read: null }
}

/** One identifier's result. */
export interface Slot {
  identifier: Identifier
  state: 'searching' | 'found' | 'none' | 'failed'
  found: FoundRecord | null
  error: unknown
  retry: () => void
}

function answerOf(query: UseQueryResult<FoundRecord | null> | undefined): Omit<Slot, 'identifier'> {
  const base = { found: null, error: null, retry: () => void query?.refetch() }
  if (query?.data) return { ...base, state: 'found', found: query.data }
  if (query?.data === null) return { ...base, state: 'none' }
  if (!query || query.isFetching || !query.isError) return { ...base, state: 'searching' }
  return { ...base, state: 'failed', error: query.error }
}
