import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { type FoundRecord, foundRecordQuery } from '../../../api/find-record.ts'
import { useMemo } from 'react'
import { type Identifier, recogniseSeveral, type Several } from '../../../commands/several.ts'
import { recognise } from '../../../commands/recognise.ts'
import type { TargetType } from '../../../commands/record-types.ts'
import { isDeed, isFiller, isNameWord, tokenize, type Tokens } from '../../../commands/text/tokens.ts'
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
  const deeds = typed.tokens.filter(isDeed).map(({ raw }) => raw)
  const verbs = [...new Set([...words, ...deeds])]
  const canAct = isOfSeveral && verbs.length === words.length
  if (listed) return { several: listed, typing: canAct ? words.join(' ') : '', unused: canAct ? [] : verbs }
  const several = recogniseSeveral(typed.text, window.location.origin)
  return { several, typing: '', unused: typed.tokens.flatMap(({ raw }) => (verbs.includes(raw) ? raw : [])) }
}

const maxNameWords = 3
const drawnWords = /^(?:(?=\S*\d)(?=\S*[a-z])[\w-]+(?:\s+|$))+$/i

/** Two identifiers or more, and nothing else; beside a verb, whole names, too. */
function listedIn(text: string, type: TargetType | null): Several | null {
  const several = recogniseSeveral(text, window.location.origin)
  if (several && several.identifiers.length > 1 && several.notRecognised === 0) return several
  // 'z8qnar yuza7j': two addresses of QR codes.
  const separator = type === 'qr' && drawnWords.test(text) ? /\s+/ : /[,;]+/
  const parts = text.split(separator).map((part) => part.trim())
  const identifiers = parts.map((part): Identifier => {
    const { sure, shapes } = recognise(part, window.location.origin)
    const named = tokenize(part).tokens
    const isName = named.length > 1 && named.length <= maxNameWords && named.every((token) => isNameWord(token) && !isFiller(token))
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
