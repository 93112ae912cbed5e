import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { apiHas } from '../../../api/features.ts'
import { sendMissing, teamWordsQuery } from '../../../api/words.ts'
import { inPlainWords, saysMeaning } from '../../../commands/text/team-words.ts'
import { MissingText, type TeamWord } from '../../../contract/words.ts'

/** The team's own words, kept up to date while it is mounted. */
export const useTeamWords = (): readonly TeamWord[] | undefined => useQuery({ ...teamWordsQuery(), enabled: apiHas('words') }).data

const none: readonly TeamWord[] = []

/** A text as the palette reads it: with what the team's own words mean in their place, and which those are. */
export function usePlainWords(typed: string): { text: string; used: readonly TeamWord[]; meanings: string | null } {
  const words = useTeamWords() ?? none
  return useMemo(() => {
    const { text, used } = inPlainWords(typed, words)
    return { text, used, meanings: used.length === 0 ? null : used.map(saysMeaning).join(', ') }
  }, [typed, words])
}

/** Reports a text that found nothing, once the palette closes with it; not if it may be more than some words. */
export function useMissing(text: string | null) {
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  })
  useEffect(
    () => () => {
      const missing = MissingText.safeParse(latest.current).data
      if (missing !== undefined && apiHas('words')) void sendMissing(missing).catch(() => {})
    },
    [],
  )
}
