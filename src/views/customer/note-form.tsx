import { useRef } from 'react'
import { writeNoteMutation } from '../../api/note-changes.ts'
import { noteQuery } from '../../api/notes.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { customerLabel } from '../../commands/engine/target-name.ts'
import type { Customer } from '../../contract/customers.ts'
import { formatDateMinute } from '../../contract/dates.ts'
import { type CustomerNote, maxNoteLength } from '../../contract/notes.ts'
import { Button } from '../../layout/kit/button.tsx'
import { EditForm, FieldConflictChoice } from '../../layout/kit/form/edit-form.tsx'
import { formErrorOf } from '../../layout/kit/form/field-errors.ts'
import { TextArea } from '../../layout/kit/form/text-area.tsx'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { useRecordForm } from './use-record-form.ts'

const failureText = 'Error saving note, try again.'
const valuesOf = ({ note }: CustomerNote) => ({ note: note ?? '' })

/** Writes the note; empty text deletes it. Sends the version it is based on, so that no newer note is overwritten. */
export function NoteForm({ customer, note, onClose }: { customer: Customer; note: CustomerNote; onClose: () => void }) {
  const { id } = customer
  const field = useRef<HTMLTextAreaElement>(null)
  useFocusOnMount(field)
  const { client, draft, form, save } = useRecordForm({
    name: `customer.${id}.note`,
    fields: ['note'],
    record: note,
    query: noteQuery(id),
    valuesOf,
    labels: { note: 'Note' },
    onClose,
    failed: failureText,
    failureOf: (error) => `${failureText} ${formErrorOf(error)}`,
  })
  const text = draft.values.note
  const left = maxNoteLength - text.trim().length
  const canSave = !draft.conflicts.note && left >= 0

  const write = (sent: string) =>
    void save({
      sent: { note: sent },
      send: ({ version }) => runMutation(client, writeNoteMutation(), { id, text: sent.trim(), version }),
      done: `Note on ${customerLabel(customer)} ${sent.trim() === '' ? 'deleted' : 'saved'}`,
    })
  const saveOrLeave = () => {
    if (!draft.isChanged) form.leaving.leave()
    else if (canSave) write(text)
  }
  const remove = () => {
    draft.change('note', '')
    write('')
  }

  return (
    <EditForm
      label="Write the note"
      activity="writing-note"
      form={form}
      draft={draft}
      onSave={saveOrLeave}
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
        isLabelHidden
        rows={note.note === null ? 3 : 6}
        value={text}
        error={left < 0 ? `Must have less than ${maxNoteLength} characters.` : null}
        hint={left < maxNoteLength / 10 && left >= 0 ? `${left} characters left` : undefined}
        onChange={(event) => draft.change('note', event.target.value)}
      />
      <FieldConflictChoice
        draft={draft}
        name="note"
        keepBoth={() => {
          draft.keepBoth('note')
          field.current?.focus()
        }}
        label={
          note.authorName === null
            ? 'Note'
            : `Note, by ${note.authorName} ${note.createdAt === null ? '' : formatDateMinute(note.createdAt)}`
        }
      />
    </EditForm>
  )
}
