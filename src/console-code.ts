/** Fetches the code of the signed-in console. */
export const loadConsole = () => import('./signed-in.tsx')

/** Fetches it ahead of time. Failing here costs nothing: it is asked for again when it is needed. */
export const prepareConsole = () => void loadConsole().catch(() => {})
