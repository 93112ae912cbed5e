/** No name server answered in time or could tell: nothing is known about the name. */
export class DnsError extends Error {
  override name = 'DnsError'
}

/**
 * Looks up DNS records, but never resolves addresses or contacts hosts. A missing name or record is an empty answer.
 * Throws DnsError if no name server answers in time.
 */
export interface Dns {
  /** CNAMEs in lower case, without the trailing dot. */
  resolveCname(name: string): Promise<string[]>
  /** TXT records, each joined; at most `maxTexts` of at most `maxTextLength` characters. */
  resolveTxt(name: string): Promise<string[]>
}

export const maxTexts = 100
export const maxTextLength = 1000
