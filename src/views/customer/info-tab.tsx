import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import { PencilIcon } from '@primer/octicons-react'
import { apiHas } from '../../api/features.ts'
import { customerParts } from '../../commands/customer-parts.ts'
import type { Customer } from '../../contract/customers.ts'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { BillingCard } from './billing-card.tsx'
import styles from './customer-page.module.css'
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
import { Button } from '../../layout/kit/button.tsx'
import { useKeyHint } from '../../layout/commands/use-commands.ts'
import { Card, Figure } from '../../layout/records/card.tsx'
import { FieldList } from '../../layout/records/field-list.tsx'
import { accountFields, deviceFields, limitFields, originFields, paymentFields, subscriptionFields } from './customer-fields.tsx'
import { InfoForm } from './info-form.tsx'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import { summaryOf } from '../../layout/records/customer-facts.ts'

/** The plan, what happens next, and the payment method. */
function SubscriptionCard({ customer }: { customer: Customer }) {
  const summary = summaryOf(customer)
  return (
    <Card title={customerParts.subscription.title}>
      {summary ? <Figure caption={summary.label}>{summary.date ?? '—'}</Figure> : null}
      <FieldList fields={subscriptionFields(customer)} />
      <FieldList title={customerParts.payment.title} fields={paymentFields(customer)} />
    </Card>
  )
}

/** Total revenue, in the account currency. */
function RevenueCard({ customer }: { customer: Customer }) {
  return (
    <Card title={customerParts.revenue.title}>
      <Figure>{formatMoney(customer.totalRevenue, accountCurrency)}</Figure>
    </Card>
  )
}

/** The customer's device. */
function DeviceCard({ customer }: { customer: Customer }) {
  return (
    <Card title={customerParts.device.title}>
      <FieldList fields={deviceFields(customer)} />
    </Card>
  )
}

interface InfoCardProps {
  customer: Customer
  isEditing: boolean
  onEdit: () => void
  onClose: () => void
}

/** The customer's account data, read-only or (`e`) being edited. */
function InfoCard({ customer, isEditing, onEdit, onClose }: InfoCardProps) {
  const keys = useKeyHint('customer.edit')
  return (
    <Card
      title={customerParts.info.title}
      aside={
        isEditing ? null : (
          <Button size="small" leadingVisual={PencilIcon} data-edit-customer="" title={keys ? `Edit (${keys})` : 'Edit'} onClick={onEdit}>
            Edit
          </Button>
        )
      }
    >
      {isEditing ? <InfoForm customer={customer} onClose={onClose} /> : null}
      <FieldList fields={accountFields(customer)} />
      {isEditing ? null : <FieldList title={customerParts.limits.title} fields={limitFields(customer)} />}
      <FieldList title={customerParts.origin.title} fields={originFields(customer)} />
    </Card>
  )
}

const two = matchMedia('(width >= 48rem)')
const three = matchMedia('(width >= 80rem)')

function subscribe(listener: () => void) {
  for (const query of [two, three]) query.addEventListener('change', listener)
  return () => {
    for (const query of [two, three]) query.removeEventListener('change', listener)
  }
}

const now = () => (three.matches ? 3 : two.matches ? 2 : 1)

/** Columns that fit the window. Decided here, not in CSS, so DOM, tab and visual order agree at every width. */
function useColumnCount(): 1 | 2 | 3 {
  return useSyncExternalStore(subscribe, now)
}

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
