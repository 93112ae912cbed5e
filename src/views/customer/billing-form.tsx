import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { billingQuery, updateBillingMutation } from '../../api/billing.ts'
import { countriesQuery } from '../../api/customers.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { type BillingData, euCountries } from '../../contract/billing.ts'
import { toastDone } from '../../layout/commands/undo-change.ts'
import { countryName } from '../../layout/kit/country-name.ts'
import { ConflictChoice } from '../../layout/kit/form/conflict-choice.tsx'
import { fieldErrorsOf, formErrorOf } from '../../layout/kit/form/field-errors.ts'
import { DiscardQuestion, FormActions, useLeaving } from '../../layout/kit/form/form-actions.tsx'
import { Notice } from '../../layout/kit/form/notice.tsx'
import { useRecordDraft } from '../../layout/kit/form/record-draft.ts'
import { SelectField } from '../../layout/kit/form/select-field.tsx'
import { sendOver } from '../../layout/kit/form/send-over.ts'
import { EditForm, savedText } from '../../layout/kit/form/edit-form.tsx'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { toastError } from '../../layout/kit/toasts.tsx'
import { useViewer } from './use-viewer.ts'
import { sayBilling } from './billing-words.ts'
import {
  accountTypes,
  type BillingField,
  billingFields,
  billingForm,
  billingLabels,
  billingValuesOf,
  isRequired,
  isShown,
} from './billing-values.ts'
import { readBilling } from './read-billing.ts'

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
  const [errors, setErrors] = useState<Partial<Record<BillingField, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const leaving = useLeaving(draft.isChanged, () => {
    draft.discard()
    onClose()
  })
  const shown = billingFields.filter((field) => isShown(field, values))
  const isBlocked = shown.some((field) => draft.conflicts[field])

  const save = async () => {
    if (isSaving || isBlocked) return
    if (!draft.isChanged) return leaving.leave()
    const sent = draft.changed
    const read = readBilling(values)
    setErrors(read.errors ?? {})
    setFailure(null)
    if (read.errors) return
    const merged = (now: BillingData) => readBilling({ ...billingValuesOf(now), ...sent })
    setSaving(true)
    try {
      const done = await sendOver(
        billing,
        (now) =>
          // The whole form is sent, with others' newer values in fields not touched here.
          runMutation(client, updateBillingMutation(), { id: customerId, ...(merged(now).edit ?? read.edit), version: now.version }),
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
    } catch (error) {
      const atFields = fieldErrorsOf(error, billingFields)
      setErrors(atFields)
      if (Object.keys(atFields).length > 0) return
      setFailure(error instanceof BillingGone ? error.message : formErrorOf(error))
      toastError('Billing data: not saved', error)
    } finally {
      setSaving(false)
    }
  }

  return (
    <EditForm label="Edit the billing data" onSave={() => void save()} onLeave={leaving.cancel}>
      {failure ? <Notice kind="danger">{failure}</Notice> : null}
      {shown.map((field) => {
        const conflict = draft.conflicts[field]
        return (
          <div key={field} className="column gap-8" data-field={field}>
            <BillingInput
              field={field}
              value={values[field]}
              isRequired={isRequired(field, values)}
              isFirst={field === shown[0]}
              error={errors[field] ?? null}
              onChange={(text) => draft.change(field, text)}
            />
            {conflict ? (
              <ConflictChoice
                label={billingLabels[field]}
                conflict={conflict}
                say={(value) => sayBilling(field, value)}
                onTheirs={() => draft.takeTheirs(field)}
                onYours={() => draft.keepYours(field)}
              />
            ) : null}
          </div>
        )
      })}
      {leaving.isAsking ? (
        <DiscardQuestion onKeep={leaving.keep} onDiscard={leaving.leave} />
      ) : (
        <FormActions isSaving={isSaving} canSave={!isBlocked} onCancel={leaving.cancel} />
      )}
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
