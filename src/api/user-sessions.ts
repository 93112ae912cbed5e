import { endAllSessions, endSession, listSessions } from '../contract/user-sessions.ts'
import { changeOptions } from './change-options.ts'
import { recordOptions } from './options.ts'

export const userSessionsQuery = recordOptions(listSessions, 'users', 'sessions')

export const endSessionMutation = changeOptions(endSession, { stale: [['users', 'sessions'], ['audit']] })

export const endAllSessionsMutation = changeOptions(endAllSessions, { stale: [['users', 'sessions'], ['audit']] })
