import { hash, randomBytes } from 'node:crypto'

/** A new random secret of 256 bits, and its hash, the only thing stored. */
export function newSecret(prefix = ''): { value: string; hash: string } {
  const value = prefix + randomBytes(32).toString('base64url')
  return { value, hash: secretHash(value) }
}

/** SHA-256 in hex: strong enough for secrets that nobody can guess. */
export function secretHash(value: string): string {
  return hash('sha256', value, 'hex')
}
