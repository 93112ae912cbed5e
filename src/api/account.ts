import { queryOptions } from '@tanstack/react-query'
import {
  addPasskey,
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
import { readStepUp, type StepUpInput, stepUp } from '../contract/sign-in.ts'
import { changeOptions } from './change-options.ts'
import { call } from './client.ts'

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

export const sendAskTwoFactor = () => call(askTwoFactor)

/** How the person can prove that it is them. */
export const stepUpQuery = () =>
  queryOptions({ queryKey: ['step-up'], queryFn: ({ signal }) => call(readStepUp, { signal }), staleTime: 0, gcTime: 0 })
/** These 401s are about the proof, not the session. */
export const sendStepUp = (body: StepUpInput) => call(stepUp, { body, keepSession: true })
export const readProof = () => call(readStepUp)
