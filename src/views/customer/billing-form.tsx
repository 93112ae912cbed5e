import { useQuery, useQueryClient } from '@tanstack/react-query'
import { billingQuery, updateBillingMutation } from '../../api/billing.ts'
import { countriesQuery } from '../../api/customers.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { type BillingData, BillingEdit, euCountries } from '../../contract/billing.ts'
import { toastDone } from '../../layout/commands/undo-change.ts'
import { countryName } from '../../layout/kit/country-name.ts'
import { useRecordDraft } from '../../layout/kit/form/record-draft.ts'
import { SelectField } from '../../layout/kit/form/select-field.tsx'
import { sendOver } from '../../layout/kit/form/send-over.ts'
import { EditForm, FieldConflictChoice, savedText, useEditForm } from '../../layout/kit/form/edit-form.tsx'
import { formErrorOf } from '../../layout/kit/form/field-errors.ts'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { useViewer } from './use-viewer.ts'
import { sayBilling } from './billing-words.ts'
import {
  accountTypes,
  type BillingField,
  billingFields,
  billingForm,
  billingLabels,
  type BillingValues,
  billingValuesOf,
  isRequired,
  isShown,
} from './billing-values.ts'
import { messages } from '../../contract/fields.ts'
import { isVatNumber } from '../../contract/vat.ts'

/** The form as a request, or errors by field; fields that don't apply are left out. */
export function readBilling(
  values: BillingValues,
): { edit: Omit<BillingEdit, 'version'>; errors: null } | { edit: null; errors: Partial<BillingValues> } {
  const sent = Object.fromEntries(billingFields.map((field) => [field, isShown(field, values) ? values[field].trim() : null]))
  const parsed = BillingEdit.safeParse(sent)
  const errors: Partial<BillingValues> = {}
  for (const issue of parsed.error?.issues ?? []) errors[String(issue.path[0]) as BillingField] ??= issue.message
  if (isShown('vatNumber', values)) {
    const vat = values.vatNumber.trim()
    if (vat === '') errors.vatNumber = messages.vatRequired
    else if (!isVatNumber(values.country, vat)) errors.vatNumber = messages.invalidVat
  }
  return parsed.success && Object.keys(errors).length === 0 ? { edit: parsed.data, errors: null } : { edit: null, errors }
}

/** The record was deleted meanwhile, so there is nothing to save over. */
class BillingGone extends Error {}

interface BillingFormProps {
  customerId: number
  billing: BillingData
  onClose: () => void
}

/** The billing form (document 1, section 5). Fields that don't apply are hidden but keep their text. */
export function BillingForm({ customerId, billing, onClose }: BillingFormProps) {
  const client = useQueryClient()
  const draft = useRecordDraft(useViewer().id, billingForm(customerId), billingValuesOf(billing))
  const { values } = draft
  const form = useEditForm({
    fields: billingFields,
    isChanged: draft.isChanged,
    leave: () => {
      draft.discard()
      onClose()
    },
    failed: 'Billing data: not saved',
    failureOf: (error) => (error instanceof BillingGone ? error.message : formErrorOf(error)),
  })
  const shown = billingFields.filter((field) => isShown(field, values))
  const isBlocked = shown.some((field) => draft.conflicts[field])

  const save = () => {
    if (isBlocked) return
    if (!draft.isChanged) return form.leaving.leave()
    const sent = draft.changed
    const read = readBilling(values)
    const merged = (now: BillingData) => readBilling({ ...billingValuesOf(now), ...sent })
    void form.save(read.errors, async () => {
      const { edit } = read
      if (!edit) return
      const done = await sendOver(
        billing,
        (now) =>
          // The whole form is sent, with others' newer values in fields not touched here.
          runMutation(client, updateBillingMutation(), { id: customerId, ...(merged(now).edit ?? edit), version: now.version }),
        async () => {
          const { billing: now } = await client.fetchQuery({ ...billingQuery(customerId), staleTime: 0 })
          if (now === null) throw new BillingGone('There are no billing data any more.')
          return now
        },
        // If the merged values are invalid, let the person fix them in the form.
        (now) => draft.isConflict(billingValuesOf(now)) || merged(now).errors !== null,
      )
      if (!done) return
      const now = client.getQueryData(billingQuery(customerId).queryKey)?.billing ?? billing
      const isMore = draft.saved(sent, billingValuesOf(now))
      toastDone(client, savedText('Billing data saved', isMore), done)
      if (!isMore) onClose()
    })
  }

  return (
    <EditForm label="Edit the billing data" form={form} onSave={save} canSave={!isBlocked}>
      {shown.map((field) => (
        <div key={field} className="column gap-8" data-field={field}>
          <BillingInput
            field={field}
            value={values[field]}
            isRequired={isRequired(field, values)}
            isFirst={field === shown[0]}
            error={form.errors[field] ?? null}
            onChange={(text) => draft.change(field, text)}
          />
          <FieldConflictChoice draft={draft} name={field} label={billingLabels[field]} say={(value) => sayBilling(field, value)} />
        </div>
      ))}
    </EditForm>
  )
}

interface InputProps {
  field: BillingField
  value: string
  isRequired: boolean
  isFirst: boolean
  error: string | null
  onChange: (text: string) => void
}

function BillingInput({ field, value, isRequired, isFirst, error, onChange }: InputProps) {
  const label = isRequired ? billingLabels[field] : `${billingLabels[field]} (optional)`
  if (field === 'country') return <CountryField label={label} value={value} error={error} autoFocus={isFirst} onChange={onChange} />
  if (field === 'accountType')
    return (
      <SelectField label={label} choices={accountTypes} value={value} error={error} onChange={(event) => onChange(event.target.value)} />
    )
  return (
    <TextField
      label={label}
      value={value}
      error={error}
      type={field === 'email' ? 'email' : 'text'}
      autoComplete="off"
      aria-required={isRequired}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface CountryFieldProps {
  label: string
  value: string
  error: string | null
  autoFocus: boolean
  onChange: (code: string) => void
}

/**
 * Countries by name: customers' countries, those with VAT rules, and the current one. Greece appears once (ruling 40).
 */
function CountryField({ value, onChange, ...field }: CountryFieldProps) {
  const { data = [] } = useQuery(countriesQuery())
  const greece = value === 'el' ? 'gr' : 'el'
  const codes = new Set([...data.map((code) => code.toLowerCase()), ...euCountries, 'es', ...(value === '' ? [] : [value])])
  codes.delete(greece)
  const choices = [...codes].map((code) => ({ value: code, label: countryName(code) })).sort((a, b) => a.label.localeCompare(b.label, 'en'))
  return <SelectField {...field} choices={choices} value={value} onChange={(event) => onChange(event.target.value)} />
}
