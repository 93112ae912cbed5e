import { PencilIcon } from '@primer/octicons-react'
import { Button } from '../../layout/kit/button.tsx'
import type { Customer } from '../../contract/customers.ts'
import { useKeyHint } from '../../layout/commands/use-commands.ts'
import { Card } from '../../layout/records/card.tsx'
import { FieldList } from '../../layout/records/field-list.tsx'
import { accountFields, limitFields, originFields } from './customer-fields.tsx'
import { InfoForm } from './info-form.tsx'

interface InfoCardProps {
  customer: Customer
  isEditing: boolean
  onEdit: () => void
  onClose: () => void
}

/** The customer's account data, read-only or (`e`) being edited. */
export function InfoCard({ customer, isEditing, onEdit, onClose }: InfoCardProps) {
  const keys = useKeyHint('customer.edit')
  return (
    <Card
      title="Customer"
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
      {isEditing ? null : <FieldList title="Limits" fields={limitFields(customer)} />}
      <FieldList title="Origin" fields={originFields(customer)} />
    </Card>
  )
}
