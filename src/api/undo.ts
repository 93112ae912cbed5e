import { mutationOptions } from '@tanstack/react-query'
import { undo } from '../contract/undo.ts'
import { call } from './client.ts'

/** Undoes one change by its audit row; without one, the newest of one's own that can be undone. */
export const undoMutation = () =>
  mutationOptions({
    mutationFn: (auditId?: number) => call(undo, { body: auditId === undefined ? {} : { auditId } }),
    // An undo can touch any record: everything on screen is asked for again.
    meta: {
      stale: [
        ['customers'],
        ['billing'],
        ['payments'],
        ['notes'],
        ['timeline'],
        ['qrs'],
        ['folders'],
        ['invitations'],
        ['domains'],
        ['invoices'],
        ['users'],
        ['webrisk'],
        ['abuse'],
        ['audit'],
      ],
    },
  })
