import type { DomainListName } from '../contract/domain-lists.ts'

/**
 * What was typed into the dialog of a domain list when the server refused it: the dialog closes then, as documented, and offers the
 * text again the next time it is opened for the same entry.
 */
const drafts = new Map<string, string>()

interface Place {
  list: DomainListName
  /** The entry that is edited; null for a new one. */
  id: number | null
}

const keyOf = ({ list, id }: Place) => `${list} ${id ?? 'new'}`

export const draftOf = (place: Place): string | undefined => drafts.get(keyOf(place))

/** Runs a change made of typed text: keeps the text where it fails, and forgets it where it succeeds. */
export async function keepingDraft<Result>(place: Place, typed: string, run: () => Promise<Result>): Promise<Result> {
  drafts.set(keyOf(place), typed)
  const result = await run()
  drafts.delete(keyOf(place))
  return result
}
