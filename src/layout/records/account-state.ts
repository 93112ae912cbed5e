import type { Customer } from '../../contract/customers.ts'

interface StateLabel {
  text: 'Erased' | 'Deleted' | 'Banned' | 'Archived'
  tone: 'neutral' | 'danger' | 'attention'
}

type StateFacts = Pick<Customer, 'erased' | 'deleted' | 'banned' | 'archived'>

/** The account's state if it outranks the subscription; deleted before banned before archived (document 1, section 2). */
export function stateLabel({ erased, deleted, banned, archived }: StateFacts): StateLabel | null {
  if (erased) return { text: 'Erased', tone: 'neutral' }
  if (deleted) return { text: 'Deleted', tone: 'neutral' }
  if (banned) return { text: 'Banned', tone: 'danger' }
  return archived === 1 ? { text: 'Archived', tone: 'attention' } : null
}
