import { ofVisit } from '../../api/visit.ts'
import type { DomainListName } from '../../contract/listed-domains.ts'

/**
 * Text typed into a domain dialog that the server refused. The dialog closes then, as documented, and offers the text
 * again when reopened for the same entry.
 */
const drafts = ofVisit(() => new Map<string, string>())

interface Place {
  list: DomainListName
  /** The entry being edited; null for a new one. */
  id: number | null
}

const keyOf = ({ list, id }: Place) => `${list} ${id ?? 'new'}`

export const draftOf = (place: Place): string | undefined => drafts().get(keyOf(place))

/** Runs a change; keeps its typed text if it fails, forgets it if it succeeds. */
export async function keepingDraft<Result>(place: Place, typed: string, run: () => Promise<Result>): Promise<Result> {
  drafts().set(keyOf(place), typed)
  const result = await run()
  drafts().delete(keyOf(place))
  return result
}
