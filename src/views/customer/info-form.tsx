import { Fragment, useRef } from 'react'
import { updateCustomerMutation } from '../../api/customer-actions.ts'
import { customerQuery } from '../../api/customers.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { CustomerEdit, limits } from '../../contract/customer-actions.ts'
import type { Customer } from '../../contract/customers.ts'
import { isEmailShaped, messages } from '../../contract/fields.ts'
import { EditForm, FieldConflictChoice } from '../../layout/kit/form/edit-form.tsx'
import { SelectField } from '../../layout/kit/form/select-field.tsx'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { useRecordForm } from './use-record-form.ts'

/** Editable fields of the information card. Empty limits and choices mean the plan's default. */
const infoLabels = {
  email: 'Email',
  qrLimit: 'QR code limit',
  bulkLimit: 'Bulk upload limit',
  domainsLimit: 'Domain limit',
  allowSepa: 'SEPA',
}
type InfoField = keyof typeof infoLabels
type InfoValues = Record<InfoField, string>
const infoFields = Object.keys(infoLabels) as InfoField[]

const sepaChoices = [
  { value: '', label: 'Plan default' },
  { value: 'true', label: 'Allowed' },
  { value: 'false', label: 'Not allowed' },
] as const

/** A customer's editable fields as form values. */
const infoValuesOf = (customer: Pick<Customer, InfoField>) =>
  Object.fromEntries(infoFields.map((field) => [field, String(customer[field] ?? '')])) as InfoValues

/** A value as displayed in a conflict. */
function sayInfo(field: InfoField, value: string): string {
  if (field === 'allowSepa') return sepaChoices.find((choice) => choice.value === value)?.label ?? value
  return value === '' && field !== 'email' ? 'plan default' : value
}

/** Hint on what a limit accepts. */
const limitHint = (field: keyof typeof limits) => `${limits[field].min} to ${limits[field].max}; leave empty for the plan’s limit.`

const isLimit = (field: string): field is keyof typeof limits => field in limits

/** Parses a limit: null if empty, NaN if invalid, which the contract refuses. */
const limitOf = (text: string) => (text.trim() === '' ? null : /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN)

function valueOf(field: InfoField, text: string): unknown {
  if (isLimit(field)) return limitOf(text)
  if (field === 'allowSepa') return text === '' ? null : text === 'true'
  return text.trim()
}

/** The changed fields as a request, or errors by field (document 1, section 5). Empty limits become null. */
function readInfo(changed: Partial<InfoValues>): { edit: CustomerEdit; errors: null } | { edit: null; errors: Partial<InfoValues> } {
  const raw = Object.fromEntries(infoFields.flatMap((name) => (changed[name] === undefined ? [] : [[name, valueOf(name, changed[name])]])))
  const parsed = CustomerEdit.safeParse(raw)
  const errors: Partial<InfoValues> = {}
  for (const issue of parsed.error?.issues ?? []) errors[String(issue.path[0]) as InfoField] ??= issue.message
  if (parsed.data?.email !== undefined && !isEmailShaped(parsed.data.email)) errors.email = messages.email
  return parsed.success && Object.keys(errors).length === 0 ? { edit: parsed.data, errors: null } : { edit: null, errors }
}

/**
 * The customer's editable fields (document 1, section 5). Sends only the changes, with the version they are based on.
 * @param first the field that gets the focus; the email if it is none
 */
export function InfoForm({ customer, first, onClose }: { customer: Customer; first: string | undefined; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useFocusOnMount(field)
  const focused = infoFields.find((each) => each === first) ?? 'email'
  const { client, draft, form, save } = useRecordForm({
    name: `customer.${customer.id}.info`,
    fields: infoFields,
    record: customer,
    query: customerQuery(customer.id),
    valuesOf: infoValuesOf,
    labels: infoLabels,
    onClose,
    failed: 'User changed error, try again..!',
  })
  const canSave = Object.keys(draft.conflicts).length === 0
  const saveOrLeave = () => {
    if (!canSave) return
    if (!draft.isChanged) return form.leaving.leave()
    const { edit, errors } = readInfo(draft.changed)
    void save({
      invalid: errors,
      send: ({ version }) => runMutation(client, updateCustomerMutation(), { id: customer.id, ...edit, version }),
      done: 'Customer saved',
    })
  }

  return (
    <EditForm label="Edit customer" form={form} draft={draft} onSave={saveOrLeave} canSave={canSave}>
      {infoFields.map((name) => {
        const control = {
          label: infoLabels[name],
          value: draft.values[name],
          error: form.errors[name] ?? null,
          onChange: ({ target }: { target: { value: string } }) => draft.change(name, target.value),
        }
        const ref = name === focused ? field : null
        return (
          <Fragment key={name}>
            {name === 'allowSepa' ? (
              <SelectField {...control} choices={sepaChoices} />
            ) : isLimit(name) ? (
              <TextField {...control} ref={ref} hint={limitHint(name)} inputMode="numeric" autoComplete="off" />
            ) : (
              <TextField {...control} ref={ref} type="email" autoComplete="off" />
            )}
            <FieldConflictChoice draft={draft} name={name} label={infoLabels[name]} say={(value) => sayInfo(name, value)} />
          </Fragment>
        )
      })}
    </EditForm>
  )
}
