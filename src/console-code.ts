import { LazyComponent } from './layout/kit/lazy-component.ts'

/** The signed-in console; the login screen works without this code. */
export const consoleCode = new LazyComponent(() => import('./signed-in.tsx').then((module) => module.SignedIn))

/** Prefetches it. A failure is ignored: it is loaded again when needed. */
export const prepareConsole = () => void consoleCode.load().catch(() => {})
