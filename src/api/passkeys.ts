import type { PasskeyAnswer, PasskeyQuestion } from '../contract/passkeys.ts'

/** Loaded by whoever has passkeys, when they use one. */
const webauthn = () => import('@simplewebauthn/browser')

type CreationQuestion = Parameters<Awaited<ReturnType<typeof webauthn>>['startRegistration']>[0]['optionsJSON']

/** Has the person's authenticator answer the server's question. Throws what it throws: see `passkeyFault`. */
export async function answerTo(question: PasskeyQuestion): Promise<PasskeyAnswer> {
  const { startAuthentication } = await webauthn()
  return (await startAuthentication({ optionsJSON: question })) as unknown as PasskeyAnswer
}

/** Has the person's authenticator make a passkey, which the server doesn't know yet. */
export async function newPasskeyFor(question: PasskeyQuestion): Promise<PasskeyAnswer> {
  const { startRegistration } = await webauthn()
  return (await startRegistration({ optionsJSON: question as unknown as CreationQuestion })) as unknown as PasskeyAnswer
}

const faults: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: it was canceled, or took too long.',
  AbortError: 'No passkey was used: it was canceled, or took too long.',
  InvalidStateError: 'This device has a passkey for your account already.',
  NotSupportedError: 'This device cannot make such a passkey. Use another device or a security key.',
  SecurityError: 'Passkeys work only at the address that this console is set up for.',
}

/** What went wrong at the authenticator, in words; null if it was something else. */
export function passkeyFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const known = faults[error.name] ?? (error.cause instanceof Error ? faults[error.cause.name] : undefined)
  return known ?? (/not supported in this browser/.test(error.message) ? 'This browser has no passkeys.' : null)
}
