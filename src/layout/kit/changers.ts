import { createStore } from './store.ts'

/** Who changed a record last while it was on screen, by the beginning of its forms' names: `customer.8812`. */
export const changers = createStore<ReadonlyMap<string, string>>(new Map())

const maxChangers = 50

/** Notes who changed a record; open forms on it name the person. */
export function noteChanger(record: string, name: string) {
  const kept = [...changers.get()].filter(([other]) => other !== record).slice(1 - maxChangers)
  changers.set(new Map([...kept, [record, name]]))
}
