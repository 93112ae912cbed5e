import { z } from 'zod'
import { webAddress } from '../../../src/contract/preview.ts'
import { notCheckable, unknown, type WebRisk, type WebRiskCheck } from './port.ts'

export interface GoogleWebRiskOptions {
  apiKey: string
  /** A different origin for tests; null for Google's. */
  apiUrl: string | null
  /** Milliseconds per request; 5 s by default. */
  timeoutMs?: number
}

const googleApi = 'https://webrisk.googleapis.com'

/** Threats asked about. */
const threatTypes = ['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE'] as const

/** Google's reply; an empty object means no threat. */
const Answer = z.object({ threat: z.object({ threatTypes: z.array(z.string()).min(1) }).optional() })

/**
 * Google's Web Risk, `uris:search` v1, which takes the address without
 * opening it for us. The key is sent in a header, where no log records it.
 */
export class GoogleWebRisk implements WebRisk {
  readonly name = 'google'
  readonly #apiKey: string
  readonly #address: string
  readonly #timeoutMs: number

  constructor({ apiKey, apiUrl, timeoutMs = 5000 }: GoogleWebRiskOptions) {
    this.#apiKey = apiKey
    this.#address = `${apiUrl ?? googleApi}/v1/uris:search`
    this.#timeoutMs = timeoutMs
  }

  async check(url: string): Promise<WebRiskCheck> {
    // As a browser reads it: Google asks for an encoded address.
    const address = webAddress(url)
    if (address === null) return notCheckable
    const query = new URLSearchParams([...threatTypes.map((type) => ['threatTypes', type]), ['uri', address]])
    try {
      const reply = await fetch(`${this.#address}?${query}`, {
        headers: { 'x-goog-api-key': this.#apiKey, accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(this.#timeoutMs),
      })
      if (!reply.ok) {
        await reply.body?.cancel()
        return unknown(refusalText(reply.status))
      }
      return read(await reply.json())
    } catch (error) {
      return unknown(failureText(error, this.#timeoutMs))
    }
  }
}

function read(body: unknown): WebRiskCheck {
  const answer = Answer.safeParse(body)
  if (!answer.success) return unknown(unreadable)
  const { threat } = answer.data
  if (threat === undefined) return { verdict: 'safe', threats: [], failure: null }
  return { verdict: 'unsafe', threats: threat.threatTypes, failure: null }
}

const unreadable = 'Google Web Risk answered something that can’t be read.'

function refusalText(status: number): string {
  if (status === 429) return 'The quota of Google Web Risk is used up: try again later.'
  if (status === 401 || status === 403) return 'Google Web Risk refused the key (WEB_RISK_API_KEY).'
  if (status >= 500) return `Google Web Risk is out of order (${status}): try again later.`
  return `Google Web Risk refused the request (${status}).`
}

function failureText(error: unknown, timeoutMs: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `Google Web Risk did not answer within ${timeoutMs / 1000} s.`
  return error instanceof SyntaxError ? unreadable : 'Google Web Risk could not be reached.'
}
