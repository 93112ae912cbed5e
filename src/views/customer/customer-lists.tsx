import { customerParts } from '../../commands/customer-parts.ts'
import { formatCount } from '../../contract/count.ts'
import { type CustomerCounts, mostCounted } from '../../contract/customer-overview.ts'
import type { Customer } from '../../contract/customers.ts'
import { Tabs } from '../../layout/kit/tabs.tsx'
import styles from './customer-page.module.css'
import { ListPanel } from './list-panels.tsx'

/** In the order that support asks for them; the first is shown if none is named. */
const names = [
  'email',
  'events',
  'domains',
  'folders',
  'invitations',
  'referred',
  'calls',
  'webrisk',
] as const satisfies (keyof CustomerCounts)[]

const countText = (count: number) => (count >= mostCounted ? `${formatCount(mostCounted)}+` : formatCount(count))

interface CustomerListsProps {
  customer: Customer
  /** The list that the URL names. */
  shown: string | undefined
  counts: CustomerCounts | null
}

/** What a customer has many of: an index with counts, and the one list that is chosen. It loads when scrolled to. */
export function CustomerLists({ customer, shown, counts }: CustomerListsProps) {
  const current = names.find((name) => name === shown) ?? 'email'
  const tabs = names.map((id) => {
    const count = counts?.[id]
    return {
      id,
      label: customerParts[id].title,
      count: count == null ? undefined : countText(count),
      href: `/customers/${customer.id}?show=${id}`,
    }
  })
  return (
    <div className={styles.lists}>
      <Tabs isVertical label="Lists of the customer" tabs={tabs} current={current}>
        <ListPanel key={current} customer={customer} name={current} />
      </Tabs>
    </div>
  )
}
