import { createStore, useStore } from '../kit/store.ts'
import type * as verbs from './verbs.ts'

type Verbs = typeof verbs

/** The code for verbs; null while it is being fetched, 'missing' if that failed: the palette then goes without. */
export const verbsNow = createStore<Verbs | 'missing' | null>(null)

/** For a component: null while it is being fetched, or if there is none. */
export function useVerbCode() {
  const now = useStore(verbsNow)
  return { code: now === 'missing' ? null : now, isComing: now === null }
}

/**
 * Fetches it, again if that failed before.
 * @param loadLists fetches the lists whose filters can be typed
 */
export async function loadVerbs(loadLists: () => Promise<void>) {
  if (verbsNow.get() === 'missing') verbsNow.set(null)
  if (verbsNow.get() !== null) return
  await Promise.all([import('./verbs.ts'), loadLists()]).then(
    ([loaded]) => verbsNow.set(loaded),
    () => verbsNow.set('missing'),
  )
}
