import { PencilIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { noteQuery } from '../../api/notes.ts'
import type { Customer } from '../../contract/customers.ts'
import { formatDateMinute } from '../../contract/dates.ts'
import { type CustomerNote, cutLength } from '../../contract/notes.ts'
import { buttonKeys, useKeys } from '../../layout/commands/use-commands.ts'
import { Button } from '../../layout/kit/button.tsx'
import { useFormKey } from '../../layout/kit/form/fill-draft.ts'
import { unbroken } from '../../layout/kit/unbroken.tsx'
import { PanelError, PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { Card } from '../../layout/records/card.tsx'
import { LongText } from '../../layout/records/long-text.tsx'
import { NoteForm } from './note-form.tsx'

/** Characters shown before 'See more'; a card holds more than a list row. */
const shownLength = cutLength * 4

/** A form that opens in a card. */
export interface Editing {
  isEditing: boolean
  onEdit: () => void
  onClose: () => void
}

/** The customer's note with author and time; `n` edits it (ruling 38). */
export function NoteCard({ customer, isEditing, onEdit, onClose }: Editing & { customer: Customer }) {
  const { data, error, refetch } = useQuery(noteQuery(customer.id))
  const keys = useKeys('customer.write-note')
  const formKey = useFormKey()
  const label = data?.note == null ? 'Write' : 'Edit'
  return (
    <Card
      title="Note"
      aside={
        data && !isEditing ? (
          <Button
            size="small"
            leadingVisual={PencilIcon}
            aria-label={`${label} the note`}
            {...buttonKeys(keys, `${label} the note`)}
            onClick={onEdit}
          >
            {label}
          </Button>
        ) : null
      }
    >
      {error && !data ? (
        <PanelError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <PanelSkeleton lines={1} />
      ) : isEditing ? (
        <NoteForm key={formKey} customer={customer} note={data} onClose={onClose} />
      ) : (
        <NoteText note={data} />
      )}
    </Card>
  )
}

function NoteText({ note }: { note: CustomerNote }) {
  if (note.note === null) return <p className="muted fine">There is no note on this customer.</p>
  const by = [note.authorName, note.createdAt === null ? null : formatDateMinute(note.createdAt)].filter((part) => part !== null)
  return (
    <>
      <div className="fine breaks keeps-space fine-leading" data-fact="Note">
        <LongText text={note.note} length={shownLength} />
      </div>
      {by.length > 0 ? <p className="note">{unbroken(by.join(' · '))}</p> : null}
    </>
  )
}
