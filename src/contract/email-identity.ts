import { normalizeHost, unicodeDomain } from './domains.ts'

/**
 * What makes an address this one and no other (ruling 62): its text with ASCII letters in lower case, its host as in DNS. Never folded:
 * `mıke@` is not `mike@`.
 */
export function emailIdentity(email: string): string {
  const { name, host } = partsOf(email.trim())
  return name + host
}

/** The spellings under which an address is found among search keys: with its host in ASCII, and in its own letters. */
export function emailSpellings(email: string): string[] {
  const { name, host } = partsOf(email.trim())
  return [...new Set([name + host, name + (unicodeDomain(host) ?? host)])]
}

function partsOf(email: string): { name: string; host: string } {
  const at = email.lastIndexOf('@') + 1
  const host = email.slice(at)
  return { name: lowerAscii(email.slice(0, at)), host: normalizeHost(host) ?? lowerAscii(host) }
}

const lowerAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
