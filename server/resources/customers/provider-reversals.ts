import { z } from 'zod'
import type { AuditAction } from '../../../src/contract/audit-actions.ts'
import type { ProviderReversal } from '../../audit/reversal.ts'
import { actAtProvider, lastAction } from './at-provider.ts'
import { readCustomer } from './rules.ts'
import { attachDiscount, cancelAtPeriodEnd, detachDiscount, resume } from './subscription.ts'

type Parts = Pick<ProviderReversal, 'read' | 'takeBack'>

/**
 * The customer, as one who has changed since if the field has, or if somebody has acted on it again. What else the
 * provider reports of such an action, such as its time, may change by itself.
 */
const readBy =
  (field: 'willCancel' | 'discount', actions: readonly AuditAction[]): Parts['read'] =>
  async (tx, id, { auditId, after }, options) => {
    const customer = await readCustomer(tx, id, options)
    if (!customer) return null
    const isNewest = (await lastAction(tx, id, actions)) <= auditId
    return { name: customer.name, fields: { ...after, [field]: isNewest ? customer[field] : undefined } }
  }

const ending = ['customer.cancel-at-period-end', 'customer.cancel-immediately', 'customer.resume'] as const
const discounting = ['customer.attach-discount', 'customer.detach-discount'] as const

/** Resumes what was set to cancel. */
export const cancelReversal: Parts = {
  read: readBy('willCancel', ending),
  takeBack: (context, actor, { targetId }, link) => actAtProvider(context, actor, targetId, resume, { link }),
}

const Resumed = z.object({ subscriptionCanceledBy: z.string().nullable().default(null) })

/** Sets to cancel again what was resumed, in the name of who had canceled it. */
export const resumeReversal: Parts = {
  read: readBy('willCancel', ending),
  takeBack: (context, actor, { targetId, before }, link) => {
    const { subscriptionCanceledBy } = Resumed.parse(before)
    return actAtProvider(context, actor, targetId, cancelAtPeriodEnd(context.now(), subscriptionCanceledBy), { link })
  },
}

const Discounted = z.object({ discount: z.number().nullable() })

/** Attaches the former discount, or removes it where there was none. */
export const discountReversal: Parts = {
  read: readBy('discount', discounting),
  takeBack: (context, actor, { targetId, before }, link) => {
    const { discount } = Discounted.parse(before)
    return discount === null
      ? actAtProvider(context, actor, targetId, detachDiscount, { link })
      : actAtProvider(context, actor, targetId, attachDiscount(discount), { link })
  },
}
