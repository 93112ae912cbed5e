import type { ReactNode } from 'react'
import type { CustomerCounts } from '../../contract/customer-overview.ts'
import type { Customer } from '../../contract/customers.ts'
import { ApiCallsPanel } from './api-calls-panel.tsx'
import { DomainsPanel } from './domains-panel.tsx'
import { EmailPanel } from './email-panel.tsx'
import { EventsPanel } from './events-panel.tsx'
import { FoldersPanel } from './folders-panel.tsx'
import { InvitationsPanel } from './invitations-panel.tsx'
import { ReferredPanel } from './referred-panel.tsx'
import { TrackerPanel } from './tracker-panel.tsx'

interface ListPanelProps {
  customer: Customer
  name: keyof CustomerCounts
}

const panels = {
  email: ({ id }) => <EmailPanel customerId={id} />,
  events: ({ id }) => <EventsPanel customerId={id} />,
  domains: ({ id }) => <DomainsPanel customerId={id} />,
  folders: ({ id }) => <FoldersPanel customerId={id} />,
  invitations: ({ id }) => <InvitationsPanel customerId={id} />,
  referred: ({ id, referredBy }) => <ReferredPanel customerId={id} referredBy={referredBy} />,
  calls: ({ id }) => <ApiCallsPanel customerId={id} />,
  webrisk: ({ id }) => <TrackerPanel customerId={id} />,
} satisfies Record<keyof CustomerCounts, (customer: Customer) => ReactNode>

/** One of a customer's lists. It asks for its rows once it comes into view. */
export function ListPanel({ customer, name }: ListPanelProps) {
  return panels[name](customer)
}
