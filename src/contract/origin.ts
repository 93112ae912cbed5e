/** Routes that need no sign-in (document 1, section 2). */
export const publicPaths = ['/login', '/qr-code', '/pages-two-step-verification'] as const
export type PublicPath = (typeof publicPaths)[number]

const base = 'https://console.invalid'

export function isPublicPath(path: string): path is PublicPath {
  return (publicPaths as readonly string[]).includes(path.replace(/(.)\/+$/, '$1'))
}

/**
 * Where to return after sign-in, or null if `raw` isn't safe. Only paths of this console (ruling 4): no other scheme,
 * no host in any spelling (`//evil`, `/\evil`, tabs in between), no public route, which would loop.
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

/** Browsers read backslashes as slashes and skip control characters when looking for a host. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const hasUnsafeCharacter = (text: string) => /[\\\u0000-\u001f\u007f]/.test(text)

/** The URL of a public route that keeps the origin; '/' is the default and left out. */
export function withOrigin(path: PublicPath, origin: string | null): string {
  return origin === null || origin === '/' ? path : `${path}?origin=${encodeURIComponent(origin)}`
}

export function originOf(search: string): string | null {
  return acceptOrigin(new URLSearchParams(search).get('origin'))
}
