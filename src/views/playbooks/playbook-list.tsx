import { DownloadIcon, LinkIcon, PencilIcon, TrashIcon } from '@primer/octicons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deletePlaybookMutation } from '../../api/playbooks.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { recordNouns } from '../../commands/engine/record-types.ts'
import { keyLabel } from '../../commands/keys/key-labels.ts'
import { stepTitle } from '../../commands/playbooks/steps.ts'
import { mayEditPlaybook, type Playbook } from '../../contract/playbooks.ts'
import { useCommandsNow } from '../../layout/commands/commands-now.ts'
import { toastDone } from '../../layout/commands/undo-change.ts'
import { Button } from '../../layout/kit/button.tsx'
import { copyText } from '../../layout/kit/copy-text.ts'
import { isMac } from '../../layout/kit/platform.ts'
import { toastError } from '../../layout/kit/toasts.tsx'
import { exportPlaybooks } from './playbook-file.ts'
import styles from './playbooks.module.css'
import { useEditor } from './use-editor.ts'

/** The link that opens a playbook, and never runs it. */
const linkTo = ({ id }: Playbook) => `${window.location.origin}/playbooks?open=${id}`

export function PlaybookList({ rows }: { rows: readonly Playbook[] }) {
  if (rows.length === 0)
    return (
      <p className={`${styles.card} muted`}>
        There is no playbook yet. Make one here, or from a record with ‘Make a playbook of my last actions’.
      </p>
    )
  return (
    <ul className={styles.list} aria-label="Playbooks">
      {rows.map((row) => (
        <Row key={row.id} playbook={row} />
      ))}
    </ul>
  )
}

function Row({ playbook }: { playbook: Playbook }) {
  const { id, name, type, keys, isShared, ownerName, steps } = playbook
  const commands = useCommandsNow()
  const client = useQueryClient()
  const navigate = useNavigate()
  const editor = useEditor()
  const isOwn = mayEditPlaybook(playbook, editor)
  const open = () => void navigate({ to: '/playbooks', search: { open: id } as never })
  const remove = async () => {
    try {
      toastDone(client, `Playbook deleted: ${name}.`, await runMutation(client, deletePlaybookMutation(), { id }))
    } catch (error) {
      toastError('The playbook was not deleted', error)
    }
  }
  const facts = [
    `On a ${recordNouns[type]}`,
    keys === null ? null : keyLabel(keys, isMac),
    isShared ? `for everybody${ownerName === null ? '' : `, by ${ownerName}`}` : 'for you alone',
  ]
  return (
    <li className={`${styles.card} column gap-8`}>
      <div className="column gap-4">
        <h2 className="card-title">{name}</h2>
        <span className="note">{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <p className="breaks">{steps.map((step) => stepTitle(step, commands)).join(' · ')}</p>
      <div className="row wrap gap-8">
        <Button size="small" leadingVisual={PencilIcon} aria-label={`${isOwn ? 'Edit' : 'Open'} ${name}`} onClick={open}>
          {isOwn ? 'Edit' : 'Open'}
        </Button>
        <Button
          size="small"
          leadingVisual={LinkIcon}
          aria-label={`Copy a link to ${name}`}
          onClick={() => void copyText(linkTo(playbook), 'link')}
        >
          Copy link
        </Button>
        <Button
          size="small"
          leadingVisual={DownloadIcon}
          aria-label={`Export ${name}`}
          onClick={() => exportPlaybooks([playbook], `playbook-${id}.json`)}
        >
          Export
        </Button>
        {isOwn && (
          <Button size="small" leadingVisual={TrashIcon} aria-label={`Delete ${name}`} onClick={() => void remove()}>
            Delete
          </Button>
        )}
      </div>
    </li>
  )
}
