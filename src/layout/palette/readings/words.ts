import { apiHas } from '../../../api/features.ts'
import { declaredIn, saysMeaning } from '../../../commands/text/team-words.ts'
import { tokenize } from '../../../commands/text/tokens.ts'
import { isFiller } from '../../../commands/text/word-kinds.ts'
import { newWordHref } from '../../../commands/words.ts'
import type { CurrentUser } from '../../../contract/auth.ts'
import { withUnused } from '../../records/finders/named.ts'
import type { useNamesakes } from '../../records/finders/use-namesakes.ts'
import type { Reading } from './reading.ts'

/** '‘devolver’ means refund' is a word that somebody who may adds to the team's; whoever is called as one is listed, too. */
export function wordReadings(
  text: string,
  { rows, isSearching }: ReturnType<typeof useNamesakes>,
  { capabilities }: CurrentUser,
): Reading[] {
  const word = apiHas('words') && capabilities.includes('words.manage') ? declaredIn(text) : null
  const all = { kind: 'all', value: 'new-word', title: 'New word of the team' } as const
  const added = word ? [{ ...all, detail: saysMeaning(word), href: newWordHref(word) }] : []
  const typed = rows.length === 0 ? [] : tokenize(text).tokens.flatMap((token) => (isFiller(token) ? [] : token.raw))
  return [
    { id: 'screens', heading: 'Go to', claim: 'exact', rows: added, couldStill: null },
    {
      id: 'customer',
      heading: 'Customers',
      claim: 'exact',
      rows: rows.map((row) => ({ ...row, ...withUnused(row.record, typed) })),
      couldStill: isSearching ? 'exact' : null,
    },
  ]
}
