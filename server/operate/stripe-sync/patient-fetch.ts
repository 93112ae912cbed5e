import { setTimeout as sleep } from 'node:timers/promises'

export interface Patience {
  /** Most requests per second. */
  perSecond: number
  /** Milliseconds before the second attempt; each further pause doubles, up to half a minute. */
  firstPauseMs?: number
  /** Attempts per request before giving up. */
  tries?: number
}

/** Milliseconds per attempt, and of the longest pause. */
const timeoutMs = 60_000
const maxPauseMs = 30_000
/** The longest `Retry-After` that is respected. */
const maxRetryAfterMs = 300_000

/**
 * A `fetch` that limits its rate. It retries after 'too many requests' (429, no earlier than `Retry-After` says), server
 * errors, truncated answers and broken connections. Only for reading: it does not check whether a request is safe to repeat.
 * @returns the last answer, whatever it is; throws the last error if there was none
 */
export function patientFetch({ perSecond, firstPauseMs = 500, tries = 12 }: Patience): typeof fetch {
  let next = 0
  const turn = async () => {
    const now = Date.now()
    const at = Math.max(now, next)
    next = at + 1000 / perSecond
    await sleep(at - now)
  }
  return async (url, init) => {
    for (let attempt = 1; ; attempt += 1) {
      await turn()
      const answer = await tryOnce(url, init).catch((error: unknown) => {
        if (attempt >= tries || init?.signal?.aborted) throw error
        return null
      })
      if (answer && (attempt >= tries || !isPassing(answer.status))) return answer
      const pause = Math.min(firstPauseMs * 2 ** (attempt - 1), maxPauseMs) * (0.5 + Math.random() / 2)
      const retryAfterMs = Math.min(Number(answer?.headers.get('retry-after') ?? 0) * 1000 || 0, maxRetryAfterMs)
      // All other requests wait too: the limit applies to the account.
      next = Math.max(next, Date.now() + Math.max(pause, retryAfterMs))
    }
  }
}

const isPassing = (status: number) => status === 429 || status === 409 || status >= 500

/** Reads the whole answer, so that a truncated one counts as none. */
async function tryOnce(url: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(init?.signal ? [init.signal] : [])]
  const answer = await fetch(url, { ...init, signal: AbortSignal.any(signals) })
  const text = await answer.text()
  if (answer.ok) JSON.parse(text)
  return new Response(text, { status: answer.status, headers: answer.headers })
}
