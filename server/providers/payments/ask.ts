import { ApiError } from '../../http/errors.ts'
import { ProviderRefusal, ProviderUnknown } from './port.ts'

/** What to say where a question that changes nothing was not answered. */
export const nothingChanged = 'The payment provider did not answer: nothing was changed. Try again.'

/**
 * Asks the payment provider. Never call it while a row is locked.
 * @param unanswered what to say where no answer came, and it is not known whether the provider acted
 * @throws ApiError provider_refused with the provider's words, and then nothing happened; provider_timeout, and then it may have
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
