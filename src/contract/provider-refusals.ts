/** Why a sign-in through the provider was refused, as the login screen's address says it. */
export const providerRefusals = {
  'no-group': (provider: string) =>
    `Your account at ${provider} has no group that may use this console. Ask whoever manages groups there, or a colleague with full access.`,
  'unverified-email': (provider: string) =>
    `${provider} has not verified your email address. Verify it there, then sign in again, or ask a colleague with full access.`,
  'other-account': (provider: string) =>
    `The staff account with your email address belongs to another account at ${provider}. Ask a colleague with full access.`,
  'switched-off': () => 'Your staff account is switched off. A colleague with full access can switch it on again.',
  'other-person': (provider: string) => `You proved to be somebody else at ${provider}. Use the account that you are signed in with here.`,
  expired: () => 'This sign-in took too long, or was completed already. Start it again.',
  refused: (provider: string) => `${provider} did not confirm the sign-in. Start it again.`,
  unreachable: (provider: string) => `${provider} could not be reached. Try again in a moment.`,
  'too-many': () => 'Too many attempts. Try again in a quarter of an hour.',
} as const satisfies Record<string, (provider: string) => string>
export type ProviderRefusedFor = keyof typeof providerRefusals
