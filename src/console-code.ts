import { LazyComponent } from './layout/kit/lazy-component.ts'

/** The console of a signed-in person: code that the login screen does without. */
export const consoleCode = new LazyComponent(() => import('./signed-in.tsx').then((module) => module.SignedIn))

/** Fetches it ahead of time. Failing here costs nothing: it is asked for again when it is needed. */
export const prepareConsole = () => void consoleCode.load().catch(() => {})
