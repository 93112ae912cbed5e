import { hash, verify } from '@node-rs/argon2'
import { passwordOf } from '../../../src/contract/users.ts'
import type { Config } from '../../process/config.ts'

/** OWASP's first choice for argon2id (the library's default): 19 MiB, two passes, one lane; about 30 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password with argon2id, in PHC format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Compared against if the account doesn't exist; hashed once at the same cost. */
let nobodysHash: Promise<string> | undefined

/**
 * Whether the password matches the hash. With null (no such account) it takes as long and returns false, so timing
 * doesn't reveal which e-mails have accounts.
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
