import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { PasskeyAnswer, PasskeyQuestion } from '../../src/contract/passkeys.ts'

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()

/** The little of CBOR that a passkey's answer is made of. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each as number)])])
  return Buffer.concat([head(2, value.length), value])
}

interface Pair {
  id: Buffer
  privateKey: KeyObject
  userHandle: string
}

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

/** An authenticator in software, with one passkey. What it answers can be made wrong, as an attacker would. */
export class Authenticator {
  #pair: Pair | null = null
  /** How often it was used, by its own count. */
  counter = 0
  origin = 'http://localhost:4600'
  domain = 'localhost'
  isVerified = true

  /** Answers a question for a new passkey. */
  create(question: PasskeyQuestion): PasskeyAnswer {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(32)
    const { user } = question as unknown as { user: { id: string } }
    this.#pair = { id, privateKey, userHandle: user.id }
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const length = Buffer.from([id.length >> 8, id.length & 255])
    const data = Buffer.concat([this.#data(hasCredential), Buffer.alloc(16), length, id, cbor(key)])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ])
    return this.#answer({ attestationObject: base64url(cbor(attestation)), transports: ['internal'] }, 'webauthn.create', question)
  }

  /** Answers a question for the passkey that it has. */
  use(question: PasskeyQuestion): PasskeyAnswer {
    this.counter += 1
    const { privateKey, userHandle } = this.#own
    const data = this.#data(0)
    const clientData = this.#clientData('webauthn.get', question)
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
    return this.#answer({ authenticatorData: base64url(data), signature: base64url(signature), userHandle }, 'webauthn.get', question)
  }

  get #own(): Pair {
    if (!this.#pair) throw new Error('the authenticator has no passkey yet')
    return this.#pair
  }

  #data(more: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.counter)
    const flags = userPresent | (this.isVerified ? userVerified : 0) | more
    return Buffer.concat([sha256(this.domain), Buffer.from([flags]), count])
  }

  #clientData(type: string, { challenge }: PasskeyQuestion): string {
    return JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false })
  }

  #answer(response: object, type: string, question: PasskeyQuestion): PasskeyAnswer {
    const id = base64url(this.#own.id)
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { ...response, clientDataJSON: base64url(this.#clientData(type, question)) },
    }
  }
}
