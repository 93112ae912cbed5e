import { ProviderUnknown } from './port.ts'

/** Milliseconds the provider has to answer. */
export const usualTimeoutMs = 10_000

/**
 * Limits the wait for a reply; the call itself continues, with unknown outcome.
 * @throws ProviderUnknown after `timeoutMs`
 */
export async function withDeadline<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProviderUnknown(`The payment provider did not answer within ${timeoutMs / 1000} s.`)), timeoutMs)
  })
  try {
    return await Promise.race([answer, deadline])
  } finally {
    clearTimeout(timer)
  }
}
