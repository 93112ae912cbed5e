import { PencilIcon } from '@primer/octicons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { apiHas } from '../../api/features.ts'
import { customerParts } from '../../commands/customers/parts.ts'
import type { Customer } from '../../contract/customers.ts'
import { buttonKeys, useKeys } from '../../layout/commands/use-commands.ts'
import { Button } from '../../layout/kit/button.tsx'
import { useFormKey } from '../../layout/kit/form/fill-draft.ts'
import { mediaQuery } from '../../layout/kit/media-query.ts'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { Card } from '../../layout/records/card.tsx'
import { FoldedFields } from '../../layout/records/field-list.tsx'
import { ViewedBy } from '../../layout/records/viewed-by.tsx'
import { BillingCard } from './billing-card.tsx'
import { accountFields, deviceFields, limitFields, originFields, paymentFields, subscriptionFields } from './customer-fields.tsx'
import styles from './customer-page.module.css'
import { InfoForm } from './info-form.tsx'
import { type Editing, NoteCard } from './note-card.tsx'
import { TimelinePanel } from './timeline-panel.tsx'

/** The customer's account data, read-only or (`e`) being edited. */
function InfoCard({ customer, first, isEditing, onEdit, onClose }: Editing & { customer: Customer; first: string | undefined }) {
  const keys = useKeys('customer.edit')
  const formKey = useFormKey()
  return (
    <Card
      title={customerParts.info.title}
      aside={
        isEditing ? null : (
          <Button size="small" leadingVisual={PencilIcon} data-edit-customer="" {...buttonKeys(keys, 'Edit')} onClick={onEdit}>
            Edit
          </Button>
        )
      }
    >
      {isEditing ? <InfoForm key={`${first}:${formKey}`} customer={customer} first={first} onClose={onClose} /> : null}
      <FoldedFields
        groups={[
          { fields: accountFields(customer) },
          ...(isEditing ? [] : [{ title: customerParts.limits.title, fields: limitFields(customer) }]),
          { title: customerParts.origin.title, fields: originFields(customer) },
        ]}
      />
    </Card>
  )
}

const two = mediaQuery('(width >= 64rem)')

interface InfoTabProps {
  customer: Customer
  search: ListSearch
}

/** What happened, and beside it what is so. */
export function InfoTab({ customer, search }: InfoTabProps) {
  const navigate = useNavigate()
  const { id } = customer
  // Which form is open is stored only in the URL: commands set it, and it survives a new sign-in.
  const set = (name: 'edit' | 'note' | 'billing', value: string | undefined) =>
    void navigate({ to: '.', search: (now: ListSearch) => ({ ...now, [name]: value }), replace: true, resetScroll: false })
  const editing = (name: 'edit' | 'note'): Editing => ({
    isEditing: search[name] !== undefined,
    onEdit: () => set(name, 'true'),
    onClose: () => set(name, undefined),
  })

  const cards = {
    subscription: (
      <Card key="subscription" title={customerParts.subscription.title}>
        <FoldedFields
          groups={[{ fields: subscriptionFields(customer) }, { title: customerParts.payment.title, fields: paymentFields(customer) }]}
          none={customer.planName === null ? 'No plan and no payment method.' : null}
        />
      </Card>
    ),
    info: <InfoCard key="info" customer={customer} first={search['edit']} {...editing('edit')} />,
    note: <NoteCard key="note" customer={customer} {...editing('note')} />,
    billing: apiHas('billing') ? (
      <BillingCard key="billing" customerId={id} field={search['billing']} onField={(field) => set('billing', field)} />
    ) : null,
    timeline: apiHas('timeline') ? <TimelinePanel key="timeline" customerId={id} /> : null,
    device: (
      <Card key="device" title={customerParts.device.title}>
        <FoldedFields groups={[{ fields: deviceFields(customer) }]} none="Not known." />
      </Card>
    ),
  } satisfies Record<CardName, ReactNode>

  // Decided here, not in CSS, so DOM, tab and visual order agree at every width.
  const places = two.useFits() ? [story, facts] : [[...story, ...facts]]
  return (
    <div className={styles.cards}>
      {places.map((column) => (
        <div key={column.join()} className="column gap-16 can-shrink">
          {column.map((name) => cards[name])}
          {column.includes('device') && <ViewedBy type="customer" id={id} />}
        </div>
      ))}
    </div>
  )
}

type CardName = 'subscription' | 'info' | 'note' | 'billing' | 'timeline' | 'device'

const story: readonly CardName[] = ['note', 'timeline']
/** Billing data is last, because it loads late. */
const facts: readonly CardName[] = ['subscription', 'info', 'device', 'billing']
