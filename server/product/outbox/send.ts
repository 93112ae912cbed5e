import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { publicLookup, whyNotAsked } from './addresses.ts'

/** The outcome of an attempt. A `status` of 2xx means it was delivered. */
export interface Answer {
  /** Null if the endpoint did not answer. */
  status: number | null
  /** Why it was not delivered, for people; null if it was. */
  error: string | null
  /** The beginning of the answer's body. */
  answer: string | null
}

export interface Message {
  /** The same for every attempt, so that the product can recognize repeats. */
  id: string
  url: string
  /** `whsec_…` */
  secret: string
  body: string
  /** Unix seconds. */
  now: number
}

const timeoutMs = 10_000
const maxAnswerBytes = 4096

/**
 * Sends a webhook as Standard Webhooks specifies. Follows no redirects, reads at most 4 kB of the answer, and
 * takes at most ten seconds. Never throws.
 */
export async function sendWebhook({ id, url, secret, body, now }: Message, allowsPrivate: boolean): Promise<Answer> {
  const address = new URL(url)
  const refusal = whyNotAsked(address, allowsPrivate)
  if (refusal !== null) return { status: null, error: refusal, answer: null }
  try {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Quaydesk',
      'webhook-id': id,
      'webhook-timestamp': String(now),
      'webhook-signature': new Webhook(secret).sign(id, new Date(now * 1000), body),
    }
    const { status, answer } = await post(address, headers, body, allowsPrivate)
    const error =
      status >= 200 && status < 300
        ? null
        : status >= 300 && status < 400
          ? `A redirect (${status}) is not followed.`
          : `Answered ${status}.`
    return { status, error, answer }
  } catch (error) {
    return { status: null, error: wordsOf(error), answer: null }
  }
}

function post(
  url: URL,
  headers: Record<string, string | number>,
  body: string,
  allowsPrivate: boolean,
): Promise<{ status: number; answer: string }> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest
    const options = { method: 'POST', headers, signal: AbortSignal.timeout(timeoutMs), ...(allowsPrivate ? {} : { lookup: publicLookup }) }
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const end = () => resolve({ status: response.statusCode ?? 0, answer: textOf(Buffer.concat(chunks).subarray(0, maxAnswerBytes)) })
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size < maxAnswerBytes) return
        end()
        response.destroy()
      })
      response.on('end', end)
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Text that PostgreSQL can store. */
const textOf = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '')

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'It could not be sent.'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `No answer within ${timeoutMs / 1000} seconds.`
  const code = (error as NodeJS.ErrnoException).code
  return code === undefined ? error.message : (codes[code] ?? `It could not be reached (${code}).`)
}

const codes: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was broken off.',
  ENOTFOUND: 'The name does not resolve.',
  ETIMEDOUT: 'The connection timed out.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
}
