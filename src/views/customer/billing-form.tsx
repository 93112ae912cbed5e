import { useQuery } from '@tanstack/react-query'
import { billingQuery, updateBillingMutation } from '../../api/billing.ts'
import { countriesQuery } from '../../api/customers.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { type BillingData, BillingEdit, euCountries } from '../../contract/billing.ts'
import { messages } from '../../contract/fields.ts'
import { hiddenText } from '../../contract/on-demand.ts'
import { isVatNumber } from '../../contract/vat.ts'
import { countryName } from '../../layout/kit/country-name.ts'
import { EditForm, FieldConflictChoice } from '../../layout/kit/form/edit-form.tsx'
import { formErrorOf } from '../../layout/kit/form/field-errors.ts'
import { SelectField } from '../../layout/kit/form/select-field.tsx'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import {
  accountTypes,
  type BillingField,
  type BillingValues,
  billingFields,
  billingForm,
  billingLabels,
  billingValuesOf,
  isRequired,
  isShown,
  sayBilling,
} from './billing-values.ts'
import { useRecordForm } from './use-record-form.ts'

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
    else if (vat !== hiddenText && !isVatNumber(values.country, vat)) errors.vatNumber = messages.invalidVat
  }
  return parsed.success && Object.keys(errors).length === 0 ? { edit: parsed.data, errors: null } : { edit: null, errors }
}

/** The record was deleted meanwhile, so there is nothing to save over. */
class BillingGone extends Error {}

interface BillingFormProps {
  customerId: number
  billing: BillingData
  /** The field that gets the focus, if it is shown. Undefined: nobody asked for the form, so it leaves the focus where it is. */
  first: string | undefined
  onClose: () => void
}

/** The billing form (document 1, section 5). Fields that don't apply are hidden but keep their text. */
export function BillingForm({ customerId, billing, first, onClose }: BillingFormProps) {
  const { client, draft, form, save } = useRecordForm({
    name: billingForm(customerId),
    fields: billingFields,
    record: { billing },
    query: billingQuery(customerId),
    valuesOf: (now: { billing: BillingData | null }) => billingValuesOf(now.billing ?? billing),
    labels: billingLabels,
    onClose,
    failed: 'Billing data: not saved',
    failureOf: (error) => (error instanceof BillingGone ? error.message : formErrorOf(error)),
  })
  const { values } = draft
  const shown = billingFields.filter((field) => isShown(field, values))
  const isBlocked = shown.some((field) => draft.conflicts[field])

  const saveOrLeave = () => {
    if (isBlocked) return
    if (!draft.isChanged) return form.leaving.leave()
    const sent = draft.changed
    // The whole form is sent, with others' newer values in fields not touched here.
    const read = (now: BillingData) => readBilling({ ...billingValuesOf(now), ...sent })
    void save({
      invalid: read(billing).errors,
      send: async ({ billing: now }) => {
        const edit = now && read(now).edit
        if (now === null || edit === null) throw new BillingGone('The billing data no longer exists.')
        return runMutation(client, updateBillingMutation(), { id: customerId, ...edit, version: now.version })
      },
      // If the merged values are invalid, let the person fix them in the form.
      isConflict: ({ billing: now }) => now !== null && read(now).errors !== null,
      done: 'Billing data saved',
    })
  }

  return (
    <EditForm label="Edit the billing data" form={form} draft={draft} onSave={saveOrLeave} canSave={!isBlocked}>
      {shown.map((field) => (
        <div key={field} className="column gap-8" data-field={field}>
          <BillingInput
            field={field}
            value={values[field]}
            autoFocus={first !== undefined && field === (shown.find((each) => each === first) ?? 'country')}
            isRequired={isRequired(field, values)}
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
  autoFocus: boolean
  isRequired: boolean
  error: string | null
  onChange: (text: string) => void
}

function BillingInput({ field, value, autoFocus, isRequired, error, onChange }: InputProps) {
  const { data: countries = [] } = useQuery(countriesQuery())
  const control = {
    label: isRequired ? billingLabels[field] : `${billingLabels[field]} (optional)`,
    value,
    autoFocus,
    error,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  if (field === 'country') return <SelectField {...control} choices={countryChoices(countries, value)} />
  if (field === 'accountType') return <SelectField {...control} choices={accountTypes} />
  return <TextField {...control} type={field === 'email' ? 'email' : 'text'} autoComplete="off" aria-required={isRequired} />
}

/** Countries by name: customers' countries, those with VAT rules, and the current one. Greece appears once (ruling 40). */
function countryChoices(countries: readonly string[], current: string) {
  const codes = new Set([...countries.map((code) => code.toLowerCase()), ...euCountries, 'es', ...(current === '' ? [] : [current])])
  codes.delete(current === 'el' ? 'gr' : 'el')
  return [...codes].map((code) => ({ value: code, label: countryName(code) })).sort((a, b) => a.label.localeCompare(b.label, 'en'))
}
