import { useMemo } from 'react'
import type { Recognised } from '../../../commands/text/recognise.ts'
import { termWords } from '../../../contract/customer-match.ts'
import { MissingText } from '../../../contract/words.ts'
import { useSettled } from '../../kit/use-settled.ts'
import type { RecordRow } from './found-rows.ts'
import { typingPause, useLookUps } from './look-ups.ts'

const onlyCustomers = ['customer']

/** Customers who are called what was typed, though it is a word of the team: either may be meant. Empty text finds none. */
export function useNamesakes(typed: string): { rows: readonly RecordRow[]; isSearching: boolean } {
  // Somebody's name is some words of letters.
  const text = MissingText.safeParse(typed).data ?? ''
  const recognised = useMemo(
    (): Recognised => ({ shapes: text === '' ? [] : [{ kind: 'text', text }], explanation: null, sure: false }),
    [text],
  )
  const [customers] = useLookUps(recognised, useSettled(text, typingPause), text, onlyCustomers)
  const named = customers?.prefix ?? []
  const isCalledSo = ({ record }: RecordRow) => termWords(text).every((word) => termWords(record.label).includes(word))
  return { rows: named.flatMap(({ rows }) => rows.filter(isCalledSo)), isSearching: named.some(({ state }) => state === 'searching') }
}
