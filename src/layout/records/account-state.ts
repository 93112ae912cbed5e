import type { Customer } from '../../contract/customers.ts'

/** The account's state if it outranks the subscription; deleted before banned before archived (document 1, section 2). */
export function stateLabel({ erased, deleted, banned, archived }: Pick<Customer, 'erased' | 'deleted' | 'banned' | 'archived'>) {
  if (erased) return 'erased'
  if (deleted) return 'deleted'
  if (banned) return 'banned'
  return archived === 1 ? 'archived' : null
}
