import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { updateCustomerMutation } from '../../api/customer-actions.ts'
import { customerQuery } from '../../api/customers.ts'
import { runMutation } from '../../api/run-mutation.ts'
import type { limits } from '../../contract/customer-actions.ts'
import type { Customer } from '../../contract/customers.ts'
import { toastDone } from '../../layout/commands/undo-change.ts'
import { ConflictChoice } from '../../layout/kit/form/conflict-choice.tsx'
import { fieldErrorsOf, formErrorOf } from '../../layout/kit/form/field-errors.ts'
import { DiscardQuestion, FormActions, useLeaving } from '../../layout/kit/form/form-actions.tsx'
import { Notice } from '../../layout/kit/form/notice.tsx'
import { useRecordDraft } from '../../layout/kit/form/record-draft.ts'
import { SelectField } from '../../layout/kit/form/select-field.tsx'
import { sendOver } from '../../layout/kit/form/send-over.ts'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { EditForm, savedText } from '../../layout/kit/form/edit-form.tsx'
import { toastError } from '../../layout/kit/toasts.tsx'
import { useViewer } from './use-viewer.ts'
import { type InfoField, infoFields, infoLabels, infoValuesOf, limitHint, readInfo, sayInfo, sepaChoices } from './info-values.ts'

type Errors = Partial<Record<InfoField, string>>

/**
 * The customer's editable fields (document 1, section 5). Sends only the changes, with the version they are based on.
 */
export function InfoForm({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const client = useQueryClient()
  const draft = useRecordDraft(useViewer().id, `customer.${customer.id}.info`, infoValuesOf(customer))
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const emailRef = useRef<HTMLInputElement>(null)
  useFocusOnMount(emailRef)
  const leaving = useLeaving(draft.isChanged, () => {
    draft.discard()
    onClose()
  })

  const save = async () => {
    if (isSaving || Object.keys(draft.conflicts).length > 0) return
    if (!draft.isChanged) return leaving.leave()
    const sent = draft.changed
    const read = readInfo(sent)
    setErrors(read.errors ?? {})
    setFailure(null)
    if (read.errors) return
    setSaving(true)
    try {
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
    } catch (error) {
      const atFields = fieldErrorsOf(error, infoFields)
      setErrors(atFields)
      if (Object.keys(atFields).length > 0) return
      setFailure(formErrorOf(error))
      toastError('User changed error, try again..!', error)
    } finally {
      setSaving(false)
    }
  }

  const conflictOf = (name: InfoField) => {
    const conflict = draft.conflicts[name]
    return conflict ? (
      <ConflictChoice
        label={infoLabels[name]}
        conflict={conflict}
        say={(value) => sayInfo(name, value)}
        onTheirs={() => draft.takeTheirs(name)}
        onYours={() => draft.keepYours(name)}
      />
    ) : null
  }
  const limitField = (name: keyof typeof limits) => (
    <>
      <TextField
        label={infoLabels[name]}
        hint={limitHint(name)}
        inputMode="numeric"
        autoComplete="off"
        value={draft.values[name]}
        error={errors[name] ?? null}
        onChange={(event) => draft.change(name, event.target.value)}
      />
      {conflictOf(name)}
    </>
  )

  return (
    <EditForm label="Edit the customer" onSave={() => void save()} onLeave={leaving.cancel}>
      {failure ? <Notice kind="danger">{failure}</Notice> : null}
      <TextField
        ref={emailRef}
        label={infoLabels.email}
        type="email"
        autoComplete="off"
        value={draft.values.email}
        error={errors.email ?? null}
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
        error={errors.allowSepa ?? null}
        onChange={(event) => draft.change('allowSepa', event.target.value)}
      />
      {conflictOf('allowSepa')}
      {leaving.isAsking ? (
        <DiscardQuestion onKeep={leaving.keep} onDiscard={leaving.leave} />
      ) : (
        <FormActions isSaving={isSaving} canSave={Object.keys(draft.conflicts).length === 0} onCancel={leaving.cancel} />
      )}
    </EditForm>
  )
}
