import { webLink } from '../../contract/preview.ts'

/** Calls of the console's own API act for whoever follows them: of its addresses, files alone may be a link or a picture. */
const ownFiles = /^\/(?!api\/)|^\/api\/admin\/qrs\/media\//

/**
 * Where a file is, as it may become a link: written in full or as a path of the console's own. Null for anything else.
 * @param origin the console's own
 */
export function fileAddress(text: string, origin: string): string | null {
  const address = /^\/(?![/\\])/.test(text) && URL.canParse(text, origin) ? new URL(text, origin).href : webLink(text)
  if (address === null) return null
  const url = new URL(address)
  return url.origin !== origin || ownFiles.test(url.pathname) ? url.href : null
}

/** The address of a picture that the page may show: of the console's own origin, as the content security policy has it. */
export function pictureAddress(file: { type: string; url: string; src: string }, origin: string): string | null {
  if (file.type !== 'image') return null
  const candidates = [file.src, file.url].map((text) => fileAddress(text, origin))
  return candidates.find((address) => address !== null && new URL(address).origin === origin) ?? null
}

/** The last part of an address, for people: the file's name. */
export function fileName(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || address
  } catch {
    // Percent signs that escape nothing.
    return last
  }
}
