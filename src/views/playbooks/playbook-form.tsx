import { WorkflowIcon } from '@primer/octicons-react'
import { Checkbox } from '@primer/react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createPlaybookMutation, editPlaybookMutation } from '../../api/playbooks.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { recordNouns } from '../../commands/engine/record-types.ts'
import { stepTitle } from '../../commands/playbooks/steps.ts'
import { mayEditPlaybook, type Playbook, type PlaybookInput, type PlaybookType, playbookTypes } from '../../contract/playbooks.ts'
import { useCommandsNow } from '../../layout/commands/commands-now.ts'
import { toastDone } from '../../layout/commands/undo-change.ts'
import { EditForm, useEditForm } from '../../layout/kit/form/edit-form.tsx'
import { Notice } from '../../layout/kit/form/notice.tsx'
import { SelectField } from '../../layout/kit/form/select-field.tsx'
import { TextField } from '../../layout/kit/form/text-field.tsx'
import { Page } from '../../layout/list/page.tsx'
import { RecordNotFound } from '../../layout/records/record-not-found.tsx'
import { errorsOf } from './draft.ts'
import { written } from './playbook-file.ts'
import styles from './playbooks.module.css'
import { StepFields } from './step-fields.tsx'
import { useEditor } from './use-editor.ts'

interface Opened {
  rows: readonly Playbook[]
  onClose: () => void
}

/** A kept playbook, to change or only to read. */
export function OpenPlaybook({ id, rows, onClose }: Opened & { id: number }) {
  const editor = useEditor()
  const commands = useCommandsNow()
  const playbook = rows.find((row) => row.id === id)
  if (!playbook)
    return (
      <RecordNotFound noun="playbook" id={String(id)} icon={WorkflowIcon}>
        It may have been deleted, or is somebody’s own. Yours are under Playbooks.
      </RecordNotFound>
    )
  if (mayEditPlaybook(playbook, editor))
    return <PlaybookForm title={playbook.name} playbook={playbook} initial={written(playbook)} onClose={onClose} />
  return (
    <Page title={playbook.name} maxWidth="44rem">
      <ol className={`${styles.card} ${styles.read} column gap-8`}>
        {playbook.steps.map((step, index) => (
          <li key={`${index}-${step.command}`}>
            {stepTitle(step, commands)}
            {Object.entries(step.args).map(([name, text]) => (
              <span key={name} className="note">
                {text === null ? ` · ${name} is asked` : text === '' ? '' : ` · “${text}”`}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </Page>
  )
}

/** A playbook that is still to be kept. */
export function NewPlaybook({
  type,
  initial,
  note,
  onClose,
}: Omit<Opened, 'rows'> & { type: PlaybookType; initial?: PlaybookInput; note?: string | undefined }) {
  return (
    <PlaybookForm
      title="New playbook"
      note={note}
      initial={initial ?? { name: '', type, keys: null, isShared: false, steps: [] }}
      onClose={onClose}
    />
  )
}

interface FormProps {
  title: string
  initial: PlaybookInput
  playbook?: Playbook
  /** Why it begins empty. */
  note?: string | undefined
  onClose: () => void
}

function PlaybookForm({ title, initial, playbook, note, onClose }: FormProps) {
  const client = useQueryClient()
  const commands = useCommandsNow()
  const { mayShare } = useEditor()
  const [draft, setDraft] = useState(initial)
  const change = (changed: Partial<PlaybookInput>) => setDraft((before) => ({ ...before, ...changed }))
  const form = useEditForm({
    fields: ['name', 'keys', 'steps'] as const,
    isChanged: JSON.stringify(draft) !== JSON.stringify(initial),
    leave: onClose,
    failed: 'The playbook was not saved',
  })
  const save = () =>
    form.save(errorsOf(draft, playbook?.id ?? null, commands), async () => {
      const done = playbook
        ? await runMutation(client, editPlaybookMutation(), { id: playbook.id, version: playbook.version, ...draft })
        : await runMutation(client, createPlaybookMutation(), draft)
      toastDone(client, `Playbook saved: ${draft.name}.`, done)
      onClose()
      return false
    })
  return (
    <Page title={title} maxWidth="44rem">
      <div className={styles.card}>
        <EditForm label={title} form={form} onSave={save}>
          {note && <Notice kind="info">{note}</Notice>}
          <TextField
            label="Name"
            name="name"
            autoFocus={!playbook}
            value={draft.name}
            error={form.errors.name ?? null}
            maxLength={60}
            onChange={({ target }) => change({ name: target.value })}
          />
          {draft.steps.length === 0 ? (
            <SelectField
              label="On"
              value={draft.type}
              choices={playbookTypes.map((value) => ({ value, label: `a ${recordNouns[value]}` }))}
              onChange={({ target }) => change({ type: target.value as PlaybookType })}
            />
          ) : null}
          <StepFields type={draft.type} steps={draft.steps} error={form.errors.steps ?? null} onChange={(steps) => change({ steps })} />
          <TextField
            label="Keys"
            name="keys"
            monospace
            hint="Two strokes, such as b r, or nothing."
            value={draft.keys ?? ''}
            error={form.errors.keys ?? null}
            maxLength={20}
            onChange={({ target }) => change({ keys: target.value.trimStart() === '' ? null : target.value.toLowerCase() })}
          />
          {mayShare && (
            <label className="row gap-8">
              <Checkbox checked={draft.isShared} onChange={({ target }) => change({ isShared: target.checked })} />
              <span>For everybody</span>
            </label>
          )}
        </EditForm>
      </div>
    </Page>
  )
}
