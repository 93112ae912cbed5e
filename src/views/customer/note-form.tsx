import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '../../layout/kit/button.tsx'
import { noteQuery, writeNoteMutation } from '../../api/notes.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { type CustomerNote, longestNote } from '../../contract/notes.ts'
import { formatDateMinute } from '../../contract/dates.ts'
import { toastDone } from '../../layout/commands/undo-change.ts'
import { useRecordDraft } from '../../layout/kit/form/record-draft.ts'
import { sendOver } from '../../layout/kit/form/send-over.ts'
import { EditForm, FieldConflictChoice, savedText, useEditForm } from '../../layout/kit/form/edit-form.tsx'
import { formErrorOf } from '../../layout/kit/form/field-errors.ts'
import { TextArea } from '../../layout/kit/form/text-area.tsx'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { useViewer } from './use-viewer.ts'

const failureText = 'Error saving note, try again.'
const valuesOf = ({ note }: CustomerNote) => ({ note: note ?? '' })

/** Writes the note; empty text deletes it. Sends the version it is based on, so that no newer note is overwritten. */
export function NoteForm({ customerId, note, onClose }: { customerId: number; note: CustomerNote; onClose: () => void }) {
  const client = useQueryClient()
  const draft = useRecordDraft(useViewer().id, `customer.${customerId}.note`, valuesOf(note))
  const field = useRef<HTMLTextAreaElement>(null)
  useFocusOnMount(field)
  const form = useEditForm({
    fields: [],
    isChanged: draft.isChanged,
    leave: () => {
      draft.discard()
      onClose()
    },
    failed: failureText,
    failureOf: (error) => `${failureText} ${formErrorOf(error)}`,
  })
  const text = draft.values.note
  const left = longestNote - text.trim().length
  const canSave = !draft.conflicts.note && left >= 0

  const write = (sent: string) =>
    form.save(null, async () => {
      const done = await sendOver(
        note,
        ({ version }) => runMutation(client, writeNoteMutation(), { id: customerId, text: sent.trim(), version }),
        () => client.fetchQuery({ ...noteQuery(customerId), staleTime: 0 }),
        (now) => draft.isConflict(valuesOf(now)),
      )
      if (!done) return
      const isMore = draft.saved({ note: sent }, valuesOf(client.getQueryData(noteQuery(customerId).queryKey) ?? note))
      toastDone(client, savedText(sent.trim() === '' ? 'Note deleted' : 'Note saved', isMore), done)
      if (!isMore) onClose()
    })

  const save = () => {
    if (!draft.isChanged) form.leaving.leave()
    else if (canSave) void write(text)
  }
  const remove = () => {
    draft.change('note', '')
    void write('')
  }

  return (
    <EditForm
      label="Write the note"
      activity="writing-note"
      form={form}
      onSave={save}
      canSave={canSave}
      action={
        note.note === null ? null : (
          <Button variant="danger" disabled={form.isSaving} onClick={remove}>
            Delete
          </Button>
        )
      }
    >
      <TextArea
        ref={field}
        label="Note"
        rows={6}
        value={text}
        error={left < 0 ? `Must have less than ${longestNote} characters.` : null}
        hint={left < longestNote / 10 && left >= 0 ? `${left} characters left` : undefined}
        onChange={(event) => draft.change('note', event.target.value)}
      />
      <FieldConflictChoice
        draft={draft}
        name="note"
        label={
          note.authorName === null
            ? 'Note'
            : `Note, by ${note.authorName} ${note.createdAt === null ? '' : formatDateMinute(note.createdAt)}`
        }
      />
    </EditForm>
  )
}
