import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { updateCustomerMutation } from '../../api/customer-actions.ts'
import { customerQuery } from '../../api/customers.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { CustomerEdit, limits } from '../../contract/customer-actions.ts'
import type { Customer } from '../../contract/customers.ts'
import { toastDone } from '../../layout/commands/undo-change.ts'
import { useRecordDraft } from '../../layout/kit/form/record-draft.ts'
import { SelectField } from '../../layout/kit/form/select-field.tsx'
import { sendOver } from '../../layout/kit/form/send-over.ts'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { EditForm, FieldConflictChoice, savedText, useEditForm } from '../../layout/kit/form/edit-form.tsx'
import { useViewer } from './use-viewer.ts'
import { isEmailShaped, messages } from '../../contract/fields.ts'

/** Editable fields of the information card. Empty limits and choices mean the plan's default. */
const infoFields = ['email', 'bulkLimit', 'qrLimit', 'domainsLimit', 'allowSepa'] as const
type InfoField = (typeof infoFields)[number]
type InfoValues = Record<InfoField, string>

const infoLabels: Record<InfoField, string> = {
  email: 'E-mail',
  bulkLimit: 'Bulk upload limit',
  qrLimit: 'QR code limit',
  domainsLimit: 'Domain limit',
  allowSepa: 'SEPA',
}

const sepaChoices = [
  { value: '', label: 'Plan default' },
  { value: 'true', label: 'Allowed' },
  { value: 'false', label: 'Not allowed' },
] as const

/** A customer's editable fields as form values. */
function infoValuesOf(customer: Pick<Customer, InfoField>): InfoValues {
  const text = (value: number | boolean | null) => (value === null ? '' : String(value))
  return {
    email: customer.email,
    bulkLimit: text(customer.bulkLimit),
    qrLimit: text(customer.qrLimit),
    domainsLimit: text(customer.domainsLimit),
    allowSepa: text(customer.allowSepa),
  }
}

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
 */
export function InfoForm({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const client = useQueryClient()
  const draft = useRecordDraft(useViewer().id, `customer.${customer.id}.info`, infoValuesOf(customer))
  const emailRef = useRef<HTMLInputElement>(null)
  useFocusOnMount(emailRef)
  const form = useEditForm({
    fields: infoFields,
    isChanged: draft.isChanged,
    leave: () => {
      draft.discard()
      onClose()
    },
    failed: 'User changed error, try again..!',
  })

  const canSave = Object.keys(draft.conflicts).length === 0
  const save = () => {
    if (!canSave) return
    if (!draft.isChanged) return form.leaving.leave()
    const sent = draft.changed
    const read = readInfo(sent)
    void form.save(read.errors, async () => {
      const done = await sendOver(
        customer,
        ({ version }) => runMutation(client, updateCustomerMutation(), { id: customer.id, ...read.edit, version }),
        () => client.fetchQuery({ ...customerQuery(customer.id), staleTime: 0 }),
        (now) => draft.isConflict(infoValuesOf(now)),
      )
      if (!done) return
      const isMore = draft.saved(sent, infoValuesOf(client.getQueryData(customerQuery(customer.id).queryKey) ?? customer))
      toastDone(client, savedText('Customer saved', isMore), done)
      if (!isMore) onClose()
    })
  }

  const conflictOf = (name: InfoField) => (
    <FieldConflictChoice draft={draft} name={name} label={infoLabels[name]} say={(value) => sayInfo(name, value)} />
  )
  const limitField = (name: keyof typeof limits) => (
    <>
      <TextField
        label={infoLabels[name]}
        hint={limitHint(name)}
        inputMode="numeric"
        autoComplete="off"
        value={draft.values[name]}
        error={form.errors[name] ?? null}
        onChange={(event) => draft.change(name, event.target.value)}
      />
      {conflictOf(name)}
    </>
  )

  return (
    <EditForm label="Edit the customer" form={form} onSave={save} canSave={canSave}>
      <TextField
        ref={emailRef}
        label={infoLabels.email}
        type="email"
        autoComplete="off"
        value={draft.values.email}
        error={form.errors.email ?? null}
        onChange={(event) => draft.change('email', event.target.value)}
      />
      {conflictOf('email')}
      {limitField('qrLimit')}
      {limitField('bulkLimit')}
      {limitField('domainsLimit')}
      <SelectField
        label={infoLabels.allowSepa}
        choices={sepaChoices}
        value={draft.values.allowSepa}
        error={form.errors.allowSepa ?? null}
        onChange={(event) => draft.change('allowSepa', event.target.value)}
      />
      {conflictOf('allowSepa')}
    </EditForm>
  )
}
