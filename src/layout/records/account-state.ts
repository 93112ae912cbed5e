import type { Customer } from '../../contract/customers.ts'

/** The account's state if it outranks the subscription; deleted before banned before archived (document 1, section 2). */
export function stateLabel({ erased, deleted, banned, archived }: Pick<Customer, 'erased' | 'deleted' | 'banned' | 'archived'>) {
  if (erased) return 'erased'
  if (deleted) return 'deleted'
  if (banned) return 'banned'
  return archived === 1 ? 'archived' : null
}

/** Statuses of the subscription that say the state of the account themselves. */
const impliedStates: Readonly<Record<string, string>> = { banned: 'banned', soft_deleted: 'deleted' }

/** What a customer's status is, wherever it stands in one place: the account's state first, then the subscription's. */
export function statesOf(customer: Parameters<typeof stateLabel>[0] & Pick<Customer, 'status'>): readonly string[] {
  const state = stateLabel(customer)
  return state === null || state === impliedStates[customer.status] ? [customer.status] : [state, customer.status]
}
