const key = 'reloadedForDeploy'
/** A reload within this time did not help: something else is wrong. */
const tooSoon = 20_000

const missingChunk = 'This part of the console could not be loaded: the connection is down, or the console was updated.'

/** Whether an error is a chunk that could not be loaded. */
export const isMissingChunk = (error: unknown): boolean => error instanceof Error && error.message === missingChunk

/**
 * After a deploy the chunks that an open tab knows are gone: reload once, which brings the new ones. Where there was no
 * deploy (the connection is down) a reload would lose the page for nothing: the error screen offers it as a button instead.
 */
export function reloadOnStaleChunks() {
  window.addEventListener('vite:preloadError', (event) => {
    // The router reloads by itself on the browser's own message, deploy or not.
    event.payload.message = missingChunk
    void reloadAfterDeploy()
  })
}

async function reloadAfterDeploy() {
  if ((await isDeployedAnew()) && mayReload()) window.location.reload()
}

/** Whether the server's page names other scripts than those that run here. */
async function isDeployedAnew(): Promise<boolean> {
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
    // Without storage there is no telling a first time from an endless loop.
    return false
  }
}
