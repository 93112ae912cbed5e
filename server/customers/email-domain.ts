import { parse } from 'tldts'

/**
 * Whether an address shaped like an e-mail ends in a top-level domain that exists, by the public suffix list (document 1, section 5).
 * Asked only where an address changes (ruling 39).
 */
export function hasKnownTopLevelDomain(email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const { isIcann } = parse(domain, { extractHostname: false, mixedInputs: false })
  return isIcann === true
}
