import { z } from 'zod'
import { whyNotSetRole } from '../../../src/contract/user-rules.ts'
import { nothingToUndo, type OwnReversal } from '../../audit/reversal.ts'
import { endSessions } from '../auth/sessions.ts'
import { writeUser } from './change.ts'
import { readUser } from './lock.ts'

const Restored = z.object({ name: z.string().optional(), rol: z.number().optional() })

/** Reverses a change of name or role. Restoring a role ends sessions too (ruling 10). */
export const userReversal: Pick<OwnReversal, 'read' | 'restore'> = {
  async read(tx, id, _change, options) {
    const user = await readUser(tx, id, options)
    return user && { name: user.name, fields: { name: user.name, rol: user.rol } }
  },
  async restore(tx, id, before) {
    const { name, rol } = Restored.parse(before)
    const user = await readUser(tx, id, { lock: true })
    const refusal = user && rol !== undefined ? whyNotSetRole(user, rol) : null
    if (refusal !== null) throw nothingToUndo(refusal)
    await writeUser(tx, id, { name, rol })
    if (rol !== undefined) await endSessions(tx, id)
  },
}
