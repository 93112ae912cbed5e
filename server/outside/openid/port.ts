/** What the provider says of a person. */
export interface ProviderPerson {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  name: string | null
  groups: readonly string[]
  /** When they last proved to the provider that it is them, in unix seconds; null if it doesn't say. */
  provenAt: number | null
  /** The provider's id of their session there. */
  session: string | null
  refreshToken: string | null
}

/** What a sign-in is pending with, and compared with when it comes back. */
export interface PendingSignIn {
  state: string
  nonce: string
  verifier: string
}

/**
 * Company sign-in by OpenID Connect. Every answer is checked: issuer, audience, signature, times, nonce. Throws ProviderDown if the provider
 * cannot be reached, ProviderRefusal if it or its answer says no.
 */
export interface OpenIdProvider {
  /** Where to send the browser. With `isProof` the person has to prove that it is them even if they are signed in there. */
  begin(options: { isProof: boolean; email?: string }): Promise<{ url: string; pending: PendingSignIn }>
  /** @param address the whole address that the browser came back to */
  complete(address: URL, pending: PendingSignIn, options: { isProof: boolean }): Promise<ProviderPerson>
  /** Whether the person may still sign in there. Null if the provider only says yes. */
  refresh(refreshToken: string, subject: string): Promise<{ refreshToken: string; groups: readonly string[] | null }>
  /** Whose sessions end by a back-channel logout token: one session, or all of a person. */
  readLogout(token: string): Promise<{ issuer: string; subject: string | null; session: string | null; issuedAt: number }>
}

/** The provider cannot be reached, or has a fault. */
export class ProviderDown extends Error {}

/** The provider, or a check of what it sent, says no. */
export class ProviderRefusal extends Error {}
