import { DownloadIcon, PlusIcon } from '@primer/octicons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { playbooksQuery } from '../../api/playbooks.ts'
import { type Playbook, type PlaybookType, playbookTypes } from '../../contract/playbooks.ts'
import { Button } from '../../layout/kit/button.tsx'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import { ImportButton } from '../../layout/kit/json-file.tsx'
import { Page } from '../../layout/list/page.tsx'
import { PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { MadeOfActions } from './made-of-actions.tsx'
import { exportPlaybooks, importPlaybooks } from './playbook-file.ts'
import { NewPlaybook, OpenPlaybook } from './playbook-form.tsx'
import { PlaybookList } from './playbook-list.tsx'

/** The playbook that is open: a kept one, a new one for a type of record, or one of what was just done to a record: `customer.390`. */
type PlaybooksSearch = Partial<Record<'open' | 'new' | 'from', string>>

/** One's own playbooks and those of everybody: made, changed, deleted, exported and imported. */
export function PlaybooksPage() {
  const { data, error, refetch, isFetching } = useQuery(playbooksQuery())
  const { open, new: type, from }: PlaybooksSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const close = () => void navigate({ to: '/playbooks', search: {} })
  const isNew = playbookTypes.some((each) => each === type)
  if (error && !isFetching && !data)
    return (
      <Page title="Playbooks">
        <ErrorPanel error={error} title="The playbooks could not be loaded" onRetry={() => void refetch()} />
      </Page>
    )
  if (!data)
    return (
      <Page title="Playbooks">
        <PanelSkeleton lines={6} />
      </Page>
    )
  if (isNew) return <NewPlaybook type={type as PlaybookType} onClose={close} />
  if (from) return <MadeOfActions from={from} onClose={close} />
  if (open !== undefined) return <OpenPlaybook key={open} id={Number(open)} rows={data.rows} onClose={close} />
  return (
    <Page title="Playbooks" maxWidth="60rem" actions={<Actions rows={data.rows} />}>
      <p className="muted">
        What you do again and again, as one command: by its key, in the palette, in the Actions menu. It asks once, and runs on the server.
      </p>
      <PlaybookList rows={data.rows} />
    </Page>
  )
}

function Actions({ rows }: { rows: readonly Playbook[] }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  return (
    <>
      <Button
        leadingVisual={PlusIcon}
        variant="primary"
        onClick={() => void navigate({ to: '/playbooks', search: { new: 'customer' } as never })}
      >
        New playbook
      </Button>
      <ImportButton label="A file of playbooks" onText={(text) => void importPlaybooks(client, text)} />
      <Button leadingVisual={DownloadIcon} disabled={rows.length === 0} onClick={() => exportPlaybooks(rows, 'playbooks.json')}>
        Export all
      </Button>
    </>
  )
}
