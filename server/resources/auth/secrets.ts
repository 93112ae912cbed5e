import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** A key's id, eight hex digits that reveal nothing about it. */
export function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('quaydesk key id').update(key).digest('hex').slice(0, 8)
}

/**
 * Encrypts a secret with AES-256-GCM. `row` names its place (`staff:7:totp`): it can only be opened there, so a copy in
 * another row is worthless.
 * @param key 32 bytes
 * @returns `v1.{key id}.{base64url of iv, ciphertext and tag}`
 */
export function sealSecret(key: Buffer, row: string, secret: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(row))
  const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `v1.${keyIdOf(key)}.${sealed.toString('base64url')}`
}

/** The key id of a sealed secret, in SQL. */
export const sealedWith = (sealed: SQL): SQL<string> => sql<string>`split_part(${sealed}, '.', 2)`

/**
 * Decrypts a secret sealed for the same row.
 * @throws Error if it was sealed with another key or for another row, or altered
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
