import { LockIcon, PencilIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { billingQuery } from '../../api/billing.ts'
import { customerParts } from '../../commands/customers/parts.ts'
import { whyNotEditBilling } from '../../contract/customer-rules.ts'
import { Button } from '../../layout/kit/button.tsx'
import { readDraft } from '../../layout/kit/form/draft.ts'
import { useFormKey } from '../../layout/kit/form/fill-draft.ts'
import { LazyComponent, useLazyOpen } from '../../layout/kit/lazy-component.ts'
import { PanelError } from '../../layout/list/panel/panel.tsx'
import { Card } from '../../layout/records/card.tsx'
import { FieldList } from '../../layout/records/field-list.tsx'
import { billingFields, billingForm, billingLabels, billingValuesOf, isShown, sayBilling } from './billing-values.ts'
import { useViewer } from './use-viewer.ts'

/** Loaded on first edit: its VAT check is heavy and edits are rare. */
const form = new LazyComponent(() => import('./billing-form.tsx').then((module) => module.BillingForm))

interface BillingCardProps {
  customerId: number
  /** The field at which the form is open; absent if it isn't. */
  field: string | undefined
  onField: (field: string | undefined) => void
}

/** A customer's billing data, if any (document 1, section 2). Read-only if locked. */
export function BillingCard({ customerId, field, onField }: BillingCardProps) {
  const { data, error, refetch } = useQuery(billingQuery(customerId))
  const userId = useViewer().id
  // Reopens the form if there is a draft from before a reload or new sign-in.
  const [hasDraft, setHasDraft] = useState(() => readDraft(userId, billingForm(customerId)) !== null)
  const formKey = useFormKey()
  const isEditing = hasDraft || field !== undefined
  const close = () => {
    setHasDraft(false)
    onField(undefined)
  }
  const billing = data?.billing ?? null
  const reason = billing === null ? null : whyNotEditBilling(billing)
  const isOpen = isEditing && reason === null
  const BillingForm = useLazyOpen(form, isOpen && billing !== null, close)
  if (error && !data)
    return (
      <Card title={customerParts.billing.title}>
        <PanelError error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (billing === null) return null
  const values = billingValuesOf(billing)
  return (
    <Card
      title={customerParts.billing.title}
      aside={
        isOpen || reason !== null ? null : (
          <Button size="small" leadingVisual={PencilIcon} aria-label="Edit the billing data" onClick={() => onField('country')}>
            Edit
          </Button>
        )
      }
    >
      {reason === null ? null : (
        <p className="row gap-8 muted fine">
          <LockIcon size={14} /> <span>{reason}</span>
        </p>
      )}
      {isOpen && BillingForm ? (
        <BillingForm key={`${field}:${formKey}`} customerId={customerId} billing={billing} first={field} onClose={close} />
      ) : (
        <FieldList
          fields={billingFields
            .filter((field) => isShown(field, values))
            .map((field) => ({ label: billingLabels[field], value: sayBilling(field, values[field]) }))}
        />
      )}
    </Card>
  )
}
