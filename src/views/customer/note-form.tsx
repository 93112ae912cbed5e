import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../../layout/kit/button.tsx'
import { noteQuery, writeNoteMutation } from '../../api/notes.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { type CustomerNote, longestNote } from '../../contract/notes.ts'
import { formatDateMinute } from '../../contract/dates.ts'
import { toastDone } from '../../layout/commands/undo-change.ts'
import { ConflictChoice } from '../../layout/kit/form/conflict-choice.tsx'
import { formErrorOf } from '../../layout/kit/form/field-errors.ts'
import { DiscardQuestion, FormActions, useLeaving } from '../../layout/kit/form/form-actions.tsx'
import { Notice } from '../../layout/kit/form/notice.tsx'
import { useRecordDraft } from '../../layout/kit/form/record-draft.ts'
import { sendOver } from '../../layout/kit/form/send-over.ts'
import { EditForm, savedText } from '../../layout/kit/form/edit-form.tsx'
import { TextArea } from '../../layout/kit/form/text-area.tsx'
import { useFocusOnMount } from '../../layout/kit/form/use-focus-on-mount.ts'
import { toastError } from '../../layout/kit/toasts.tsx'
import { useViewer } from './use-viewer.ts'

const failureText = 'Error saving note, try again.'
const valuesOf = ({ note }: CustomerNote) => ({ note: note ?? '' })

/** Writes the note; empty text deletes it. Sends the version it is based on, so that no newer note is overwritten. */
export function NoteForm({ customerId, note, onClose }: { customerId: number; note: CustomerNote; onClose: () => void }) {
  const client = useQueryClient()
  const draft = useRecordDraft(useViewer().id, `customer.${customerId}.note`, valuesOf(note))
  const [failure, setFailure] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useFocusOnMount(field)
  const leaving = useLeaving(draft.isChanged, () => {
    draft.discard()
    onClose()
  })
  const text = draft.values.note
  const conflict = draft.conflicts.note
  const left = longestNote - text.trim().length
  const canSave = !conflict && left >= 0

  const write = async (sent: string) => {
    if (isSaving) return
    setSaving(true)
    setFailure(null)
    try {
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
    } catch (error) {
      setFailure(`${failureText} ${formErrorOf(error)}`)
      toastError(failureText, error)
    } finally {
      setSaving(false)
    }
  }

  const save = () => {
    if (!draft.isChanged) leaving.leave()
    else if (canSave) void write(text)
  }
  const remove = () => {
    draft.change('note', '')
    void write('')
  }

  return (
    <EditForm label="Write the note" onSave={save} onLeave={leaving.cancel}>
      {failure ? <Notice kind="danger">{failure}</Notice> : null}
      <TextArea
        ref={field}
        label="Note"
        rows={6}
        value={text}
        error={left < 0 ? `Must have less than ${longestNote} characters.` : null}
        hint={left < longestNote / 10 && left >= 0 ? `${left} characters left` : undefined}
        onChange={(event) => draft.change('note', event.target.value)}
      />
      {conflict ? (
        <ConflictChoice
          label={
            note.authorName === null
              ? 'Note'
              : `Note, by ${note.authorName} ${note.createdAt === null ? '' : formatDateMinute(note.createdAt)}`
          }
          conflict={conflict}
          onTheirs={() => draft.takeTheirs('note')}
          onYours={() => draft.keepYours('note')}
        />
      ) : null}
      {leaving.isAsking ? (
        <DiscardQuestion onKeep={leaving.keep} onDiscard={leaving.leave} />
      ) : (
        <div className="flex wrap spread gap-8">
          <FormActions isSaving={isSaving} canSave={canSave} onCancel={leaving.cancel} />
          {note.note === null ? null : (
            <Button variant="danger" disabled={isSaving} onClick={remove}>
              Delete
            </Button>
          )}
        </div>
      )}
    </EditForm>
  )
}
