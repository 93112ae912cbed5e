import {
  askPasskey,
  askSecondPasskey,
  signInByLink,
  signInByPasskey,
  verifyRecoveryCode,
  verifySecondPasskey,
} from '../contract/sign-in.ts'
import { call } from './client.ts'
import { answerTo } from './passkeys.ts'

/** These 401s are about what was just shown, not a session. */
const keepSession = true

/** Signs in with a passkey alone. */
export const signInWithPasskey = async () =>
  call(signInByPasskey, { keepSession, body: { answer: await answerTo(await call(askPasskey, { keepSession })) } })

/** A passkey as the second step after the password. */
export const verifyPasskey = async () =>
  call(verifySecondPasskey, { keepSession, body: { answer: await answerTo(await call(askSecondPasskey, { keepSession })) } })

export const sendRecoveryCode = (code: string) => call(verifyRecoveryCode, { body: { code }, keepSession })
export const sendLink = (token: string) => call(signInByLink, { body: { token }, keepSession })
