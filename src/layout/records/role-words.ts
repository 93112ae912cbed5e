import { capitalise } from '../../contract/status-words.ts'
import { roleText } from '../../contract/users.ts'

/** A role where nobody has to type it: 'Full access'. */
export const roleWords = (rol: number) => capitalise(roleText(rol).replace(/^\d: /, ''))
