import { z } from 'zod'

/** Ways to sign in. The documents have only the password; the others are offered where `SIGN_IN` lists them. */
export const signInWays = ['password', 'passkey', 'oidc'] as const
export const SignInWay = z.enum(signInWays)
export type SignInWay = z.infer<typeof SignInWay>

/** Where the browser goes to sign in through the provider. */
export const providerStartPath = '/sign-in/start'

/** The address that begins it. @param origin path to return to */
export function providerStart({ origin, isProof = false }: { origin?: string | null; isProof?: boolean } = {}): string {
  const query = new URLSearchParams({ ...(origin ? { origin } : {}), ...(isProof ? { proof: '1' } : {}) }).toString()
  return query === '' ? providerStartPath : `${providerStartPath}?${query}`
}
