import { queryOptions } from '@tanstack/react-query'
import { generateTwoFactor, type LoginInput, login, logout, me, type VerifyInput, verifyTwoFactor } from '../contract/auth.ts'
import { ApiFailure, call } from './client.ts'
import { learnFeatures } from './features.ts'

/** The signed-in user; null if nobody is. Any other failure is an error with a retry. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['auth', 'me'],
    queryFn: async ({ signal }) => {
      try {
        const user = await call(me, { signal, keepSession: true })
        learnFeatures(user.features)
        return user
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 401) return null
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** These 401s never log out (ruling 7): they are about the credentials just typed. */
export const sendLogin = (body: LoginInput) => call(login, { body, keepSession: true })
export const sendGenerate = (signal?: AbortSignal) => call(generateTwoFactor, { signal, keepSession: true })
export const sendVerify = (body: VerifyInput) => call(verifyTwoFactor, { body, keepSession: true })
export const sendLogout = () => call(logout, { keepSession: true })
