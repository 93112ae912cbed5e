import { webLink } from '../../contract/preview.ts'

/** Following a link to our own API would act as the user, so only its file URLs may become links or images. */
const ownFiles = /^\/(?!api\/)|^\/api\/admin\/qrs\/media\//

/**
 * A file's URL if it may become a link: absolute, or a path on the console's origin; else null.
 * @param origin the console's own
 */
export function fileAddress(text: string, origin: string): string | null {
  const address = /^\/(?![/\\])/.test(text) && URL.canParse(text, origin) ? new URL(text, origin).href : webLink(text)
  if (address === null) return null
  const url = new URL(address)
  return url.origin !== origin || ownFiles.test(url.pathname) ? url.href : null
}

/** The URL of an image the page may show: same origin only, as the content security policy demands. */
export function pictureAddress(file: { type: string; url: string; src: string }, origin: string): string | null {
  if (file.type !== 'image') return null
  const candidates = [file.src, file.url].map((text) => fileAddress(text, origin))
  return candidates.find((address) => address !== null && new URL(address).origin === origin) ?? null
}

/** The file name at the end of a URL, decoded for display. */
export function fileName(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || address
  } catch {
    // Malformed percent-encoding.
    return last
  }
}
