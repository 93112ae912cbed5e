/** No name server answered in time, or it could not say: nothing is known about the name. */
export class DnsError extends Error {
  override name = 'DnsError'
}

/**
 * Who is asked about names. It reads records and nothing else: no address is looked up, and no host that a name belongs to is ever
 * contacted. A name that does not exist, or has no such record, has none. All throw DnsError where no name server says so in time.
 */
export interface Dns {
  /** The names that a name is another name of, in lower case without the dot at the end. */
  resolveCname(name: string): Promise<string[]>
  /** The texts of a name, each in one piece; at most `mostTexts` of at most `longestText` characters. */
  resolveTxt(name: string): Promise<string[]>
}

export const mostTexts = 100
export const longestText = 1000
