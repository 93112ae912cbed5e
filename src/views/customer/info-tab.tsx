import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiHas } from '../../api/features.ts'
import type { Customer } from '../../contract/customers.ts'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { BillingCard } from './billing-card.tsx'
import { DeviceCard, RevenueCard, SubscriptionCard } from './customer-cards.tsx'
import styles from './customer-page.module.css'
import { InfoCard } from './info-card.tsx'
import { NoteCard } from './note-card.tsx'
import { ApiCallsPanel } from './api-calls-panel.tsx'
import { DomainsPanel } from './domains-panel.tsx'
import { EmailPanel } from './email-panel.tsx'
import { EventsPanel } from './events-panel.tsx'
import { FoldersPanel } from './folders-panel.tsx'
import { InvitationsPanel } from './invitations-panel.tsx'
import { ReferredPanel } from './referred-panel.tsx'
import { TrackerPanel } from './tracker-panel.tsx'
import { TimelinePanel } from './timeline-panel.tsx'
import { useColumnCount } from './use-column-count.ts'

/** Cards in as many columns as fit, then panels that load when scrolled to. */
export function InfoTab({ customer, search }: { customer: Customer; search: ListSearch }) {
  const navigate = useNavigate()
  const { id } = customer
  // Which form is open is stored only in the URL: commands set it, and it survives a new sign-in.
  const say = (name: 'edit' | 'note', value: 'true' | undefined) =>
    void navigate({ to: '.', search: (now: ListSearch) => ({ ...now, [name]: value }), replace: true, resetScroll: false })

  const cards = {
    subscription: <SubscriptionCard key="subscription" customer={customer} />,
    info: (
      <InfoCard
        key="info"
        customer={customer}
        isEditing={search['edit'] === 'true'}
        onEdit={() => say('edit', 'true')}
        onClose={() => say('edit', undefined)}
      />
    ),
    note: (
      <NoteCard
        key="note"
        customerId={id}
        isEditing={search['note'] === 'true'}
        onEdit={() => say('note', 'true')}
        onClose={() => say('note', undefined)}
      />
    ),
    revenue: <RevenueCard key="revenue" customer={customer} />,
    billing: apiHas('billing') ? <BillingCard key="billing" customerId={id} /> : null,
    timeline: apiHas('timeline') ? <TimelinePanel key="timeline" customerId={id} /> : null,
    device: <DeviceCard key="device" customer={customer} />,
  } satisfies Record<string, ReactNode>

  return (
    <>
      <div className={styles.cards}>
        {columnsOf(useColumnCount()).map((column) => (
          <div key={column.join()} className="column gap-16 can-shrink">
            {column.map((name) => cards[name])}
          </div>
        ))}
      </div>
      <div className={styles.panels}>
        <FoldersPanel customerId={id} />
        <DomainsPanel customerId={id} />
        <InvitationsPanel customerId={id} />
        <ReferredPanel customerId={id} referredBy={customer.referredBy} />
        <EmailPanel customerId={id} />
        <EventsPanel customerId={id} />
        <ApiCallsPanel customerId={id} />
        <TrackerPanel customerId={id} />
      </div>
    </>
  )
}

type CardName = 'subscription' | 'info' | 'note' | 'revenue' | 'billing' | 'timeline' | 'device'

/** Cards per column; DOM order matches visual order, most asked-for first. */
function columnsOf(count: 1 | 2 | 3): readonly (readonly CardName[])[] {
  if (count === 1) return [['subscription', 'note', 'info', 'revenue', 'billing', 'timeline', 'device']]
  if (count === 2)
    return [
      ['subscription', 'note', 'revenue', 'billing', 'device'],
      ['info', 'timeline'],
    ]
  return [
    ['subscription', 'billing'],
    ['info', 'device'],
    ['note', 'revenue', 'timeline'],
  ]
}
