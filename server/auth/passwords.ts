import { hash, verify } from '@node-rs/argon2'
import { passwordOf } from '../../src/contract/users.ts'
import type { Config } from '../config.ts'

/** OWASP's first choice for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. About 30 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password with argon2id into PHC text. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Stands in for the hash of an account that does not exist, made once with the same cost. */
let nobodysHash: Promise<string> | undefined

/**
 * Whether the password belongs to the hash. With null, for an unknown account, it works as long as for a known one and says
 * no, so that the time of a reply does not tell which e-mails have an account.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('nobody')
  const matches = await verify(passwordHash ?? (await nobodysHash), password)
  return matches && passwordHash !== null
}

/** 3 to 30 letters or digits (document 1, section 5); a setting raises the minimum (ruling 11). */
export function passwordRule(config: Pick<Config, 'passwordMinLength'>) {
  return passwordOf(config.passwordMinLength)
}
