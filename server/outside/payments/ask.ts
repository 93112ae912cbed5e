import { ApiError } from '../../http/errors.ts'
import { ProviderRefusal, ProviderUnknown } from './port.ts'

/** Message if a read wasn't answered. */
export const nothingChanged = 'The payment provider did not answer: nothing was changed. Try again.'

/**
 * Asks the payment provider. Never call it while a row is locked.
 * @param unanswered message if no reply came and the outcome is unknown
 * @throws ApiError provider_refused with the provider's reason: nothing happened; provider_timeout: it may have
 */
export async function askProvider<Answer>(unanswered: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderRefusal) throw new ApiError('provider_refused', `The payment provider refused: ${error.message}`)
    if (error instanceof ProviderUnknown) throw new ApiError('provider_timeout', unanswered)
    throw error
  }
}
