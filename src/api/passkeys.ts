import { askNewPasskey } from '../contract/account.ts'
import {
  askPasskey,
  askSecondPasskey,
  askStepUpPasskey,
  type PasskeyAnswer,
  type PasskeyQuestion,
  signInByPasskey,
  stepUp,
  verifySecondPasskey,
} from '../contract/sign-in.ts'
import { call } from './client.ts'

/** Loaded by whoever has passkeys, when they use one. */
const webauthn = () => import('@simplewebauthn/browser')

type OptionsOf<Start extends (given: { optionsJSON: never }) => unknown> = Parameters<Start>[0]['optionsJSON']
type Start = Awaited<ReturnType<typeof webauthn>>

/** Asks the server for a question and the person's authenticator for its answer. Throws what it throws: see `passkeyFault`. */
async function answerTo(question: PasskeyQuestion): Promise<PasskeyAnswer> {
  const { startAuthentication } = await webauthn()
  return (await startAuthentication({
    optionsJSON: question as unknown as OptionsOf<Start['startAuthentication']>,
  })) as unknown as PasskeyAnswer
}

const keepSession = true

/** Signs in with a passkey alone. */
export const signInWithPasskey = async () =>
  call(signInByPasskey, { keepSession, body: { answer: await answerTo(await call(askPasskey, { keepSession })) } })

/** The second step after the password. */
export const verifyPasskey = async () =>
  call(verifySecondPasskey, { keepSession, body: { answer: await answerTo(await call(askSecondPasskey, { keepSession })) } })

/** Proves once more that it is the person. */
export const provePasskey = async () =>
  call(stepUp, { keepSession, body: { answer: await answerTo(await call(askStepUpPasskey, { keepSession })) } })

/** Makes a passkey, which the server doesn't know yet. */
export async function createPasskey(): Promise<PasskeyAnswer> {
  const [{ startRegistration }, question] = await Promise.all([webauthn(), call(askNewPasskey)])
  return (await startRegistration({
    optionsJSON: question as unknown as OptionsOf<Start['startRegistration']>,
  })) as unknown as PasskeyAnswer
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
