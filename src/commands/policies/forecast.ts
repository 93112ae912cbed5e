import { refundable } from '../../contract/payment-rules.ts'
import { judgePolicies, type MyPolicies, type PolicyActor, type PolicyFacts } from '../../contract/policies.ts'
import { isPolicyAction, type PolicyAction } from '../../contract/policy-actions.ts'
import type { Forecast, ForeseenCommand } from '../engine/forecast.ts'
import type { Target } from '../engine/targets.ts'

/** What a command writes into the audit trail, if not a row of its own id. */
const actionsOf: Readonly<Record<string, PolicyAction>> = {
  'customer.change-email': 'customer.edit',
  'customer.change-qr-limit': 'customer.edit',
  'customer.change-bulk-limit': 'customer.edit',
  'customer.change-domain-limit': 'customer.edit',
  'customer.write-note': 'note.write',
  'customer.delete-note': 'note.delete',
  'customer.change-vat-number': 'customer.edit-billing',
  'customer.cancel-trial': 'customer.cancel-at-period-end',
  'customer.cancel-at-once': 'customer.cancel-immediately',
  'customer.export-data': 'customer.export',
  'customers.write-note': 'note.write',
  'customers.whitelist': 'customer.whitelist',
  'customers.unwhitelist': 'customer.unwhitelist',
  'customers.ban': 'customer.ban',
  'customers.unban': 'customer.unban',
  'customers.extend-trial': 'customer.extend-trial',
  'customers.sync': 'customer.sync',
  'customers.export': 'list.export',
  'qrs.set-status': 'qr.status',
  'qrs.whitelist': 'qr.whitelist',
  'qrs.blacklist': 'qr.blacklist',
  'qrs.transfer': 'qr.transfer',
  'qrs.export': 'list.export',
  'folders.transfer': 'folder.transfer',
  'invitation.app-login': 'customer.app-login',
  'webrisk.mark-safe': 'webrisk.status',
  'webrisk.mark-unsafe': 'webrisk.status',
  'webrisk.mark-unknown': 'webrisk.status',
  'webrisk.set-status': 'webrisk.status',
  'webrisk.block-qr': 'qr.status',
  'webrisks.set-status': 'webrisk.status',
  'webrisks.mark-safe': 'webrisk.status',
  'webrisks.mark-unsafe': 'webrisk.status',
  'webrisks.mark-unknown': 'webrisk.status',
  'webrisks.check': 'webrisk.check',
  'webrisks.block-qr': 'qr.status',
  'webrisks.export': 'list.export',
  'abuse.mark-pending': 'abuse.status',
  'abuse.mark-finished': 'abuse.status',
  'abuse.set-status': 'abuse.status',
  'abuse.block-qr': 'qr.status',
  'abuses.set-status': 'abuse.status',
  'abuses.mark-pending': 'abuse.status',
  'abuses.mark-finished': 'abuse.status',
  'abuses.export': 'list.export',
  'hostname.validate': 'domain.validate',
  'domain.unblock': 'blocked-domain.remove',
  'domain.disallow': 'allowed-domain.remove',
  'user.set-role': 'user.edit',
  'user.reset-two-factor': 'user.reset-2fa',
}

/** The action that policies are about; null if none is. */
export function policyActionOf({ id, audited, toggle, delegate }: ForeseenCommand, isOn: boolean): PolicyAction | null {
  const own = delegate?.command ?? audited?.action ?? id
  // 'customer.unban' is the other side of 'customer.ban'.
  const sided = toggle && isOn ? own.replace('.', '.un') : own
  return isPolicyAction(sided) ? sided : (actionsOf[id] ?? null)
}

/** Says what the server would: by the same function, as far as its facts are known here. */
export const forecastBy =
  ({ policies, ...inDay }: MyPolicies, actor: PolicyActor, now: () => number): Forecast =>
  (command, target, context, { args, side } = {}) => {
    const action = policyActionOf(command, isOnSide(command, target, side ?? null, context))
    if (action === null) return null
    const { verdict, policy } = judgePolicies(policies, actor, action, { ...inDay, ...factsOf(action, target, args, now()) })
    return policy === null || verdict === 'allow' ? null : { verdict, text: policy.text }
  }

function isOnSide(command: ForeseenCommand, target: Target | null, side: 'on' | 'off' | null, context: unknown): boolean {
  if (side !== null) return side === 'off'
  return command.toggle !== undefined && target?.type === command.target && command.toggle.isOn(target, context as never)
}

const day = 24 * 3600

function factsOf(
  action: PolicyAction,
  target: Target | null,
  args: Readonly<Record<string, unknown>> | undefined,
  now: number,
): PolicyFacts {
  if (target === null) return {}
  const { record } = target
  const rows = 'ids' in record && Array.isArray(record.ids) ? record.ids.length : 1
  const customerDays = target.type === 'customer' && 'createdAt' in record ? Math.floor((now - record.createdAt) / day) : undefined
  return {
    rows,
    customerDays,
    amount: action === 'payment.refund' && target.type === 'payment' ? refunded(target.record, args) : undefined,
  }
}

type Payment = Extract<Target, { type: 'payment' }>['record']

/** In the account currency, as the server converts it; without arguments nothing is known yet. */
function refunded(payment: Payment, args: Readonly<Record<string, unknown>> | undefined): number | undefined {
  const { finalAmount } = payment
  if (args === undefined || payment.amount === 0 || finalAmount === undefined) return undefined
  const amount = typeof args['amount'] === 'number' ? args['amount'] : refundable(payment)
  return Math.round((finalAmount * amount) / payment.amount)
}
