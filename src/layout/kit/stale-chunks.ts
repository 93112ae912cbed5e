const key = 'reloadedForDeploy'
/** If the last reload was this recent (ms), it didn't help: something else is wrong. */
const tooSoon = 20_000

const missingChunk = 'This part of the console could not be loaded: the connection is down, or the console was updated.'

export const isMissingChunk = (error: unknown): boolean => error instanceof Error && error.message === missingChunk

/**
 * Gives chunks that failed to load an error of their own. Vite tells of every failed load, also of those in the
 * background that nobody waits for: nothing reloads here.
 */
export function nameMissingChunks() {
  window.addEventListener('vite:preloadError', (event) => {
    // On the browser's own message the router reloads by itself, deploy or not.
    event.payload.message = missingChunk
  })
}

/**
 * Reloads once after a new deploy: an open tab's chunks are gone then. Called where somebody would
 * otherwise see the failure; under somebody at work, a reload would lose what they type. Without a deploy (offline) it
 * would only lose the page, so the error screen offers it as a button.
 */
export async function reloadAfterDeploy() {
  if ((await isRedeployed()) && mayReload()) window.location.reload()
}

/** Whether the server's page lists other scripts than the ones running. */
async function isRedeployed(): Promise<boolean> {
  try {
    const page = await (await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })).text()
    const running = [...document.querySelectorAll('script[type=module][src]')].map((script) => script.getAttribute('src') ?? '')
    return page.includes('<script') && running.some((src) => !page.includes(src))
  } catch {
    return false
  }
}

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(key))
    sessionStorage.setItem(key, String(Date.now()))
    return Date.now() - last > tooSoon
  } catch {
    // Without storage a first time can't be told from an endless loop.
    return false
  }
}
