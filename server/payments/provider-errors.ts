import { ApiError } from '../http/errors.ts'
import { ProviderRefusal, ProviderUnknown } from '../providers/payments/port.ts'

/**
 * A failed call to the payment provider as people are told it: 502 with the provider's own words, or 504. Anything else is returned as
 * it is.
 * @param unknown what to say where it is not known whether the provider acted
 */
export function providerError(error: unknown, unknown: string): unknown {
  if (error instanceof ProviderRefusal) return new ApiError('provider_refused', error.message)
  return error instanceof ProviderUnknown ? new ApiError('provider_timeout', unknown) : error
}
