/** The routes that need nobody signed in (document 1, section 2). */
export const publicPaths = ['/login', '/qr-code', '/pages-two-step-verification'] as const
export type PublicPath = (typeof publicPaths)[number]

const base = 'https://console.invalid'

/** Whether a path is one of the public routes. */
export function isPublicPath(path: string): path is PublicPath {
  return (publicPaths as readonly string[]).includes(path.replace(/(.)\/+$/, '$1'))
}

/**
 * The place to go back to after signing in, or null where `raw` is none. Only paths of this console count (ruling 4): no
 * other scheme, no host in any spelling that browsers read as one (`//evil`, `/\evil`, with tabs in between), and no
 * public route, which would lead in circles.
 */
export function acceptOrigin(raw: string | null | undefined): string | null {
  if (!raw?.startsWith('/') || hasUnsafeCharacter(raw)) return null
  const url = parse(raw)
  if (url?.origin !== base || url.pathname.startsWith('//') || isPublicPath(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

function parse(raw: string): URL | null {
  try {
    return new URL(raw, base)
  } catch {
    return null
  }
}

/** Browsers read backslashes as slashes and skip control characters when they look for a host. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const hasUnsafeCharacter = (text: string) => /[\\\u0000-\u001f\u007f]/.test(text)

/** The address of a public route that keeps the place to go back to; '/' is what one gets without any. */
export function withOrigin(path: PublicPath, origin: string | null): string {
  return origin === null || origin === '/' ? path : `${path}?origin=${encodeURIComponent(origin)}`
}

/** The place to go back to that an address carries. */
export function originOf(search: string): string | null {
  return acceptOrigin(new URLSearchParams(search).get('origin'))
}
