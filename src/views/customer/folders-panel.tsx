import { Checkbox } from '@primer/react'
import { useQuery } from '@tanstack/react-query'
import { useContext, useMemo, useState } from 'react'
import { foldersQuery } from '../../api/customer-panels.ts'
import { customerQuery } from '../../api/customers.ts'
import { customerParts } from '../../commands/customers/parts.ts'
import type { Target } from '../../commands/engine/targets.ts'
import type { FolderRow } from '../../contract/customer-panels.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { CommandsContext, useCurrentTarget } from '../../layout/commands/use-commands.ts'
import { Button } from '../../layout/kit/button.tsx'
import { KeyCaps } from '../../layout/kit/key-caps.tsx'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'

/** Actions on the selected folders. */
function FolderActions({ target }: { target: Target }) {
  const commands = useContext(CommandsContext)
  return (
    <div className="row gap-4 relative at-end">
      {commands?.resolveIn('bulk-bar', target).map((resolved) => (
        <Button key={resolved.command.id} leadingVisual={resolved.command.icon} onClick={() => commands.run(resolved)}>
          <span>{resolved.title}</span> {resolved.command.keys !== undefined && <KeyCaps keys={resolved.command.keys} />}
        </Button>
      ))}
    </div>
  )
}

const columns: readonly PanelColumn<FolderRow>[] = [
  { header: 'Id', align: 'end', cell: (folder) => folder.id },
  { header: 'Name', cell: (folder) => folder.name, text: (folder) => folder.name },
  { header: 'Created', cell: (folder) => formatDateTime(folder.createdAt) },
]

/** The customer's QR folders, and their transfer to another customer. */
export function FoldersPanel({ customerId }: { customerId: number }) {
  return <Panel title={customerParts.folders.title}>{() => <Folders customerId={customerId} />}</Panel>
}

function Folders({ customerId }: { customerId: number }) {
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const result = useQuery(foldersQuery(customerId, page))
  const { data: customer } = useQuery(customerQuery(customerId))
  const rows = result.data?.rows
  // Only visible folders count: transferred ones are gone, and those on other pages aren't seen.
  const target = useMemo<Target | null>(() => {
    const folders = rows?.filter(({ id }) => chosen.has(id)) ?? []
    if (!customer || folders.length === 0) return null
    return { type: 'folders', record: { id: customerId, fullName: customer.fullName, email: customer.email, folders } }
  }, [customer, customerId, rows, chosen])
  useCurrentTarget(target)

  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return (
    <>
      <PanelRows
        label="Folders"
        result={result}
        columns={[checkboxColumn(chosen, toggle), ...columns]}
        emptyText="This customer has no folders."
        onPage={setPage}
      />
      {target ? <FolderActions target={target} /> : null}
    </>
  )
}

const checkboxColumn = (chosen: ReadonlySet<number>, toggle: (id: number) => void): PanelColumn<FolderRow> => ({
  header: 'Select',
  cell: ({ id, name }) => (
    <label className="row pressable high-28">
      <Checkbox aria-label={`Select ${name || `folder ${id}`}`} checked={chosen.has(id)} onChange={() => toggle(id)} />
    </label>
  ),
})
