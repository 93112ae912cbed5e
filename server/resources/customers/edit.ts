import type { AuditAction } from '../../../src/contract/audit-actions.ts'
import type { CustomerEdit } from '../../../src/contract/customer-actions.ts'
import { whyNotDescribe } from '../../../src/contract/customer-rules.ts'
import { judgeChanges } from '../../audit/judge.ts'
import type { Actor } from '../../audit/write.ts'
import type { Db, Orm } from '../../db/connect.ts'
import { requireVersion, throwIfRefused } from '../../http/errors.ts'
import { auditCustomer, type CustomerColumns, differences, writeCustomer } from './change.ts'
import { requireFreeEmail, requireKnownTopLevelDomain } from './email.ts'
import { requireCustomer } from './rules.ts'

/**
 * Edits a customer: absent is unchanged, null is cleared (ruling 35), current values are ignored (ruling 53).
 * @param now unix seconds
 * @returns the audit row's id, with exactly what changed; null if nothing did
 * @throws ApiError not_found; stale; email_conflict; unavailable_action once the person is erased; bad_request if the
 * top-level domain doesn't exist
 */
export async function editCustomer(
  orm: Orm,
  actor: Actor,
  id: number,
  { version, ...edit }: CustomerEdit,
  now: number,
): Promise<number | null> {
  return orm.transaction(async (tx) => {
    const customer = await requireCustomer(tx, id)
    requireVersion(version, customer.version, customer.name)
    const { before, after } = differences(customer, withoutAbsent(edit))
    if (Object.keys(after).length === 0) return null
    throwIfRefused(whyNotDescribe(customer))
    if (typeof after.email === 'string') await requireNewEmail(tx, after.email, id)
    const action = actionOf(after)
    // Policies tell the whitelist from other fields, also where one call changes both.
    const actions = new Set([action, ...('whitelisted' in after ? [whitelistActionOf(after)] : [])])
    await judgeChanges(
      tx,
      [...actions].map((action) => ({ action, targetType: 'customer', targetId: id, before, after })),
    )
    await writeCustomer(tx, customer, after, now)
    return auditCustomer(tx, actor, id, now, { action, before, after, reversible: true })
  })
}

async function requireNewEmail(tx: Db, email: string, id: number): Promise<void> {
  requireKnownTopLevelDomain(email)
  await requireFreeEmail(tx, email, id)
}

function withoutAbsent(edit: Omit<CustomerEdit, 'version'>): CustomerColumns {
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
}

/** Whitelist changes have their own commands. */
function actionOf(after: Record<string, unknown>): AuditAction {
  return Object.keys(after).join() === 'whitelisted' ? whitelistActionOf(after) : 'customer.edit'
}

function whitelistActionOf(after: Record<string, unknown>): AuditAction {
  return after.whitelisted === true ? 'customer.whitelist' : 'customer.unwhitelist'
}
