import type { ComponentType } from 'react'
import { customerParts } from '../../commands/customers/parts.ts'
import { formatCount } from '../../contract/count.ts'
import { type CustomerCounts, maxCounted } from '../../contract/customer-overview.ts'
import type { Customer } from '../../contract/customers.ts'
import { Tabs } from '../../layout/kit/tabs.tsx'
import { EmailPanel, EventsPanel } from './activity-panels.tsx'
import styles from './customer-page.module.css'
import { DomainsPanel } from './domains-panel.tsx'
import { FoldersPanel } from './folders-panel.tsx'
import { ApiCallsPanel, TrackerPanel } from './log-panels.tsx'
import { InvitationsPanel, ReferredPanel } from './people-panels.tsx'
import { firstList } from './search.ts'

interface ListPanelProps {
  customerId: number
  referredBy: number | null
}

/** In the order that support asks for them. */
const panels: Record<keyof CustomerCounts, ComponentType<ListPanelProps>> = {
  email: EmailPanel,
  events: EventsPanel,
  domains: DomainsPanel,
  folders: FoldersPanel,
  invitations: InvitationsPanel,
  referred: ReferredPanel,
  calls: ApiCallsPanel,
  webrisk: TrackerPanel,
}
const names = Object.keys(panels) as (keyof typeof panels)[]

const countText = (count: number) => (count >= maxCounted ? `${formatCount(maxCounted)}+` : formatCount(count))

interface CustomerListsProps {
  customer: Customer
  /** The list that the URL names. */
  shown: string | undefined
  counts: CustomerCounts | null
}

/** What a customer has many of: an index with counts, and the one list that is chosen. */
export function CustomerLists({ customer, shown, counts }: CustomerListsProps) {
  const current = names.find((name) => name === shown) ?? firstList
  const ListPanel = panels[current]
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
        <ListPanel customerId={customer.id} referredBy={customer.referredBy} />
      </Tabs>
    </div>
  )
}
