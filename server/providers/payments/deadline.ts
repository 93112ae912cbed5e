import { ProviderUnknown } from './port.ts'

/** Milliseconds that the provider has to answer. */
export const usualTimeoutMs = 10_000

/**
 * Waits for an answer, but not for ever: what is under way goes on, and what comes of it is not known here.
 * @throws ProviderUnknown when `timeoutMs` have passed
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
