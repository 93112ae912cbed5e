import { type SQL, sql } from 'drizzle-orm'
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Tells keys apart without telling anything about them: eight hexadecimal digits. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('quaydesk key id').update(key).digest('hex').slice(0, 8)
}

/**
 * Encrypts a secret for storage with AES-256-GCM. `row` names where it is kept (`staff:7:totp`): the text only opens there, so
 * that a copy in another person's row is worthless.
 * @param key 32 bytes
 * @returns `v1.{key id}.{base64url of iv, ciphertext and tag}`
 */
export function sealSecret(key: Buffer, row: string, secret: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(row))
  const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `v1.${keyIdOf(key)}.${sealed.toString('base64url')}`
}

/** Of what `sealSecret` made: the id of its key, in SQL. */
export const sealedWith = (sealed: SQL): SQL<string> => sql<string>`split_part(${sealed}, '.', 2)`

/**
 * Opens what `sealSecret` made for the same row.
 * @throws Error when it was sealed with another key, for another row, or was altered
 */
export function openSecret(key: Buffer, row: string, sealed: string): string {
  const [format, keyId, payload] = sealed.split('.')
  if (format !== 'v1' || payload === undefined) throw new Error('A stored secret has an unknown format.')
  if (keyId !== keyIdOf(key)) throw new Error(`A stored secret was encrypted with key ${keyId}, but the server has key ${keyIdOf(key)}.`)
  const bytes = Buffer.from(payload, 'base64url')
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(row)).setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new Error('A stored secret was altered, or belongs to another row.', { cause })
  }
}
