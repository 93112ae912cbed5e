import { parse } from 'tldts'

/**
 * Whether an e-mail's top-level domain is on the public suffix list (document
 * 1, section 5). Checked only if the address changes (ruling 39).
 */
export function hasKnownTopLevelDomain(email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const { isIcann } = parse(domain, { extractHostname: false, mixedInputs: false })
  return isIcann === true
}
