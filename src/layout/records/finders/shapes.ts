import { readId } from '../../../contract/endpoint.ts'
import { parseUrl } from '../../../contract/parse-url.ts'

/** What a text may be the whole or the beginning of. All are linear. */

const maxLength = 256

/** An email up to its '@' at least. */
export const isEmailStart = (text: string) => text.length <= maxLength && /^[^\s@/]+@[^\s@/]*$/.test(text)

/** A host name up to its first dot at least, with a letter somewhere: '5.50' is none. */
export const isHostStart = (text: string) =>
  text.length <= maxLength && /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]*)+$/u.test(text) && /\p{L}/u.test(text)

/** A link, or a host name with a path. */
export const isLink = (text: string) => (/^https?:\/\/\S/i.test(text) ? !/\s/.test(text) : isHostWithPath(text))

function isHostWithPath(text: string): boolean {
  const slash = text.indexOf('/')
  return slash > 0 && !/\s/.test(text) && isHostStart(text.slice(0, slash))
}

/** The host of a link in lower case; null if it has none. */
export function hostOf(link: string): string | null {
  const address = /^https?:\/\//i.test(link) ? link : `https://${link}`
  return parseUrl(address)?.hostname ?? null
}

/** A few words with two letters or more between them. */
export const isNameStart = (text: string) =>
  text.length <= maxLength && /\p{L}.*\p{L}/su.test(text) && !text.includes('@') && !/^https?:/i.test(text)

/**
 * The id of a record: behind a word for its type, or on its own.
 * @param words a pattern of what the type is called
 */
export function idIn(text: string, words: RegExp): { id: number; isLabelled: boolean } | null {
  const label = words.exec(text)?.[0] ?? ''
  const [, digits = ''] = /^[ .:]*(?:(?:no|nr|id|number)[ .:]+)?#?(\d{1,10})$/i.exec(text.slice(label.length)) ?? []
  const id = readId(digits)
  return id === null ? null : { id, isLabelled: label !== '' }
}
