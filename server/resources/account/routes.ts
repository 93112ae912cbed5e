import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as contract from '../../../src/contract/account.ts'
import { providerAccounts, staff as staffTable } from '../../db/schema/staff.ts'
import { mount } from '../../http/mount.ts'
import type { AppContext } from '../../outside/context.ts'
import { passkeysOf } from '../auth/passkeys.ts'
import { countRecoveryCodes } from '../auth/recovery-codes.ts'
import { newOwnSecret } from '../auth/two-factor.ts'
import { listSessions } from '../staff/queries.ts'
import {
  addPasskey,
  askNewPasskey,
  endOtherSessions,
  endOwnSession,
  makeRecoveryCodes,
  removePasskey,
  renamePasskey,
  setTwoFactor,
} from './change.ts'

/** One's own account. */
export function accountRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, now } = context
  const { orm } = context.database
  const success = true as const
  const done = (auditId: number) => ({ success, auditId })

  mount(app, context, contract.getAccount, async ({ staff: { id } }) => {
    const [account] = await orm
      .select({ secret: staffTable.totpSecret, subject: providerAccounts.subject })
      .from(staffTable)
      .leftJoin(providerAccounts, eq(providerAccounts.staffId, staffTable.id))
      .where(eq(staffTable.id, id))
    return {
      passkeys: config.signIn.includes('passkey') ? await passkeysOf(orm, id) : null,
      twoFactor: account?.secret != null,
      recoveryCodes: await countRecoveryCodes(orm, id),
      provider: account?.subject != null ? (config.oidc?.label ?? null) : null,
    }
  })

  mount(app, context, contract.askNewPasskey, ({ staff }) => askNewPasskey(context, staff))
  mount(app, context, contract.addPasskey, async ({ body, actor }) => done(await addPasskey(context, actor, body)))
  mount(app, context, contract.renamePasskey, async ({ params, body, actor }) =>
    done(await renamePasskey(orm, actor, params.id, body.name, now())),
  )
  mount(app, context, contract.removePasskey, async ({ params, actor }) => done(await removePasskey(context, actor, params.id)))

  mount(app, context, contract.makeRecoveryCodes, async ({ actor }) => ({ success, ...(await makeRecoveryCodes(orm, actor, now())) }))

  mount(app, context, contract.askTwoFactor, ({ staff }) => Promise.resolve(newOwnSecret(config.secretKey, staff, config.productName)))
  mount(app, context, contract.setTwoFactor, async ({ body, actor }) => done(await setTwoFactor(context, actor, body)))

  mount(app, context, contract.listOwnSessions, async ({ staff }) => ({
    rows: await listSessions(orm, config, staff.id, now(), staff.sessionIdHash),
  }))
  mount(app, context, contract.endOwnSession, async ({ params, actor }) => done(await endOwnSession(orm, actor, params.id, now())))
  mount(app, context, contract.endOtherSessions, async ({ actor }) => ({ success, ...(await endOtherSessions(orm, actor, now())) }))
}
