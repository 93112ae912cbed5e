import { setTimeout as sleep } from 'node:timers/promises'

export interface Patience {
  /** Requests a second at most. */
  perSecond: number
  /** Milliseconds before the second try; each further pause is twice as long, up to half a minute. */
  firstPauseMs?: number
  /** Tries of a request before giving up. */
  tries?: number
}

/** Milliseconds that one try may take, and that the longest pause takes. */
const timeoutMs = 60_000
const longestPauseMs = 30_000
/** What Stripe asks us to wait at most before we ask again anyway. */
const longestRetryAfterMs = 300_000

/**
 * A `fetch` that keeps to a rate, and asks again after 'too many requests' (429, as late as `Retry-After` says), faults of the
 * other side, cut-off answers and broken connections. For reading alone: it doesn't ask whether a request may be repeated.
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
      const pause = Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs) * (0.5 + Math.random() / 2)
      const asked = Math.min(Number(answer?.headers.get('retry-after') ?? 0) * 1000 || 0, longestRetryAfterMs)
      // All others wait too: the limit is that of the account.
      next = Math.max(next, Date.now() + Math.max(pause, asked))
    }
  }
}

const isPassing = (status: number) => status === 429 || status === 409 || status >= 500

/** Reads the whole answer, so that one that is cut off counts as none. */
async function tryOnce(url: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Response> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(init?.signal ? [init.signal] : [])]
  const answer = await fetch(url, { ...init, signal: AbortSignal.any(signals) })
  const text = await answer.text()
  if (answer.ok) JSON.parse(text)
  return new Response(text, { status: answer.status, headers: answer.headers })
}
