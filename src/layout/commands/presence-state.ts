import type { Presence, PresenceRecord } from '../../contract/live.ts'
import { useStore } from '../kit/store.ts'
import { visitStore } from '../session/visit.ts'

export type Person = Presence['people'][number]

/** Who else has which record open: of those that the tabs of this browser show. */
const presence = visitStore<ReadonlyMap<string, readonly Person[]>>(() => new Map())

const maxRecords = 20
const nobody: readonly Person[] = []
const keyOf = ({ type, id }: PresenceRecord) => `${type}-${id}`

export function notePresence({ people, ...record }: Presence) {
  const others = [...presence.get()].filter(([key]) => key !== keyOf(record))
  presence.set(new Map([...others.slice(1 - maxRecords), [keyOf(record), people]]))
}

export const useRefunding = (): readonly Person[] =>
  [...useStore(presence).values()].flat().filter(({ activity }) => activity === 'refunding')

export const forgetPresence = () => presence.set(new Map())

export const usePeople = (record: PresenceRecord): readonly Person[] => useStore(presence).get(keyOf(record)) ?? nobody
