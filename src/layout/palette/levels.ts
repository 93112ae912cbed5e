import { LazyComponent } from '../kit/lazy-component.ts'

/** What the palette opens from its results, fetched with it or right after: none of it is needed to search. */
export const actOnLevel = new LazyComponent(() => import('./act-on.tsx').then((module) => module.ActOn))
export const questionLevel = new LazyComponent(() => import('./palette-question.tsx').then((module) => module.PaletteQuestion))

/** Fetches both. Failing here costs nothing: opening one tries again and says so. */
export const loadLevels = () => Promise.allSettled([actOnLevel.load(), questionLevel.load()])
