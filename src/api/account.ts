import { queryOptions } from '@tanstack/react-query'
import {
  addPasskey,
  askNewPasskey,
  askTwoFactor,
  endOtherSessions,
  endOwnSession,
  getAccount,
  listOwnSessions,
  makeRecoveryCodes,
  removePasskey,
  renamePasskey,
  setTwoFactor,
} from '../contract/account.ts'
import { askStepUpPasskey, readStepUp, type StepUpInput, stepUp } from '../contract/step-up.ts'
import { changeOptions } from './change-options.ts'
import { call } from './client.ts'
import { answerTo, newPasskeyFor } from './passkeys.ts'

const stale = { stale: [['account'], ['audit']] } as const

export const accountQuery = () => queryOptions({ queryKey: ['account', 'own'], queryFn: ({ signal }) => call(getAccount, { signal }) })
export const ownSessionsQuery = () =>
  queryOptions({ queryKey: ['account', 'sessions'], queryFn: ({ signal }) => call(listOwnSessions, { signal }) })

export const addPasskeyMutation = changeOptions(addPasskey, stale)
export const renamePasskeyMutation = changeOptions(renamePasskey, stale)
export const removePasskeyMutation = changeOptions(removePasskey, stale)
export const makeRecoveryCodesMutation = changeOptions(makeRecoveryCodes, stale)
/** Throws ApiFailure 401 `invalid_code`. */
export const setTwoFactorMutation = changeOptions(setTwoFactor, stale)
export const endOwnSessionMutation = changeOptions(endOwnSession, stale)
export const endOtherSessionsMutation = changeOptions(endOtherSessions, stale)

/** Makes a passkey on this device, which `addPasskeyMutation` takes. */
export const createPasskey = async () => newPasskeyFor(await call(askNewPasskey))

export const sendAskTwoFactor = () => call(askTwoFactor)

/** How the person can prove that it is them. */
export const stepUpQuery = () =>
  queryOptions({ queryKey: ['step-up'], queryFn: ({ signal }) => call(readStepUp, { signal }), staleTime: 0, gcTime: 0 })
/** These 401s are about the proof, not the session. */
export const sendStepUp = (body: StepUpInput) => call(stepUp, { body, keepSession: true })
export const provePasskey = async () => sendStepUp({ answer: await answerTo(await call(askStepUpPasskey)) })
export const readProof = () => call(readStepUp)
