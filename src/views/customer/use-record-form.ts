import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastDone } from '../../layout/commands/undo-change.ts'
import { savedText, useEditForm } from '../../layout/kit/form/edit-form.tsx'
import { useRecordDraft } from '../../layout/kit/form/record-draft.ts'
import { sendOver } from '../../layout/kit/form/send-over.ts'
import { useViewer } from './use-viewer.ts'

type FormSpec<Field extends string> = Pick<Parameters<typeof useEditForm<Field>>[0], 'failed' | 'failureOf'>

interface RecordFormSpec<Read, Field extends string, Key extends QueryKey> extends FormSpec<Field> {
  /** Names the draft: `customer.8812.info`. */
  name: string
  fields: readonly Field[]
  record: Read
  /** What the record is read with again, after saving and if somebody else has changed it. */
  query: FetchQueryOptions<Read, Error, Read, Key>
  valuesOf: (record: Read) => Record<Field, string>
  labels: Readonly<Record<Field, string>>
  onClose: () => void
}

interface Save<Read, Field extends string> {
  invalid?: Partial<Record<Field, string>> | null
  sent?: Partial<Record<Field, string>>
  send: (record: Read) => Promise<Parameters<typeof toastDone>[2]>
  /** Whether the record as others have saved it is to be shown before anything is sent. */
  isConflict?: (record: Read) => boolean
  /** The toast afterwards. */
  done: string
}

/** A form on a record that others may change: what is typed is a draft, and is saved over what they changed in other fields. */
export function useRecordForm<Read, Field extends string, Key extends QueryKey>({
  name,
  record,
  query,
  valuesOf,
  labels,
  onClose,
  ...spec
}: RecordFormSpec<Read, Field, Key>) {
  const client = useQueryClient()
  const draft = useRecordDraft(useViewer().id, name, valuesOf(record))
  const [restored] = useState(() => spec.fields.filter((field) => draft.changed[field] !== undefined).map((field) => labels[field]))
  const form = useEditForm<Field>({
    ...spec,
    isChanged: draft.isChanged,
    leave: () => {
      draft.discard()
      onClose()
    },
  })
  const save = ({ invalid, sent = draft.changed, send, isConflict = () => false, done }: Save<Read, Field>) =>
    form.save(invalid, async () => {
      const reply = await sendOver(
        record,
        send,
        () => client.fetchQuery({ ...query, staleTime: 0 }),
        (now) => draft.isConflict(valuesOf(now)) || isConflict(now),
      )
      if (!reply) return false
      const isMore = draft.saved(sent, valuesOf(client.getQueryData<Read>(query.queryKey) ?? record))
      toastDone(client, savedText(done, isMore), reply)
      if (!isMore) onClose()
      return isMore
    })
  return { client, draft: { ...draft, name, restored }, form, save }
}
