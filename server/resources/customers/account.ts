import { and, inArray, isNull } from 'drizzle-orm'
import {
  type OauthProvider,
  whyNotBan,
  whyNotDisable2fa,
  whyNotResetOauth,
  whyNotRestore,
  whyNotUnban,
} from '../../../src/contract/customer-rules.ts'
import type { Db } from '../../db/connect.ts'
import { appSessions } from '../../db/schema/customer-records.ts'
import type { CustomerAction } from './change.ts'
import { requireFreeEmail } from './email.ts'
import { canceled } from './subscription.ts'

/** Ends the open app sessions of customers. */
export async function endAppSessions(tx: Db, ids: readonly number[], now: number): Promise<void> {
  await tx
    .update(appSessions)
    .set({ endedAt: now })
    .where(and(inArray(appSessions.userId, [...ids]), isNull(appSessions.endedAt)))
}

/** Bans or unbans. A ban ends app sessions but leaves subscription and QRs alone (ruling 36). */
export function ban(banned: boolean, now: number): CustomerAction {
  return {
    action: banned ? 'customer.ban' : 'customer.unban',
    alreadySo: banned ? whyNotBan : whyNotUnban,
    set: () => ({ banned }),
    also: async (tx, { id }) => {
      if (banned) await endAppSessions(tx, [id], now)
    },
    reversible: true,
  }
}

/** Clears deleted and sets canceled (ruling 36). Throws 409 `email_conflict` if another account now uses the e-mail address. */
export function restore(now: number): CustomerAction {
  return {
    action: 'customer.restore',
    alreadySo: whyNotRestore,
    set: (customer) => ({ ...canceled(customer, now), deleted: false, deletedAt: null }),
    reason: 'account restored',
    also: async (tx, { deleted, email, id }) => {
      if (deleted) await requireFreeEmail(tx, email, id)
    },
  }
}

/** Disables two-factor in the product's app. */
export const disable2fa: CustomerAction = {
  action: 'customer.disable-2fa',
  alreadySo: whyNotDisable2fa,
  set: () => ({ is2faEnabled: false }),
}

const oauthColumns = { facebook: 'facebookId', google: 'googleId', linkedin: 'linkedinId' } as const

/** Unlinks one login provider, or all. */
export function resetOauth(provider: OauthProvider): CustomerAction {
  return {
    action: 'customer.reset-oauth',
    alreadySo: (customer) => whyNotResetOauth(customer, provider),
    set: () => (provider === 'all' ? { facebookId: null, googleId: null, linkedinId: null } : { [oauthColumns[provider]]: null }),
  }
}
