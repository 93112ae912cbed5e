import { ApiError } from '../http/errors.ts'
import { ProviderRefusal, ProviderUnknown } from '../providers/payments/port.ts'

/**
 * Asks the payment provider. Never call it while a row is locked.
 * @param what what is not known when no answer comes: 'the trial is extended'; null for a question that changes nothing
 * @throws ApiError provider_refused with the provider's words, and then nothing happened; provider_timeout, and then it may have
 */
export async function askProvider<Answer>(what: string | null, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderRefusal) throw new ApiError('provider_refused', `The payment provider refused: ${error.message}`)
    if (error instanceof ProviderUnknown)
      throw new ApiError(
        'provider_timeout',
        what === null
          ? 'The payment provider did not answer: nothing was changed. Try again.'
          : `The payment provider did not answer in time: whether ${what} is not known yet. Sync tells.`,
      )
    throw error
  }
}
