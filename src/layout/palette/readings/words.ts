import { apiHas } from '../../../api/features.ts'
import { declaredIn, saysMeaning } from '../../../commands/text/team-words.ts'
import { newWordHref } from '../../../commands/words.ts'
import type { CurrentUser } from '../../../contract/auth.ts'
import type { useNamesakes } from '../../records/finders/use-namesakes.ts'
import type { Reading } from './reading.ts'

/** '‘devolver’ means refund' is a word that somebody who may adds to the team's; one that is a name as well is nobody's choice. */
export function wordReadings(
  text: string,
  { rows, isSearching }: ReturnType<typeof useNamesakes>,
  { capabilities }: CurrentUser,
): Reading[] {
  const word = apiHas('words') && capabilities.includes('words.manage') ? declaredIn(text) : null
  const all = { kind: 'all', value: 'new-word', title: 'New word of the team' } as const
  const added = word ? [{ ...all, detail: saysMeaning(word), href: newWordHref(word) }] : []
  return [
    { id: 'screens', heading: 'Go to', claim: 'exact', rows: added, couldStill: null },
    { id: 'customer', heading: 'Customers', claim: 'exact', rows, couldStill: isSearching ? 'exact' : null, isOpen: true },
  ]
}
