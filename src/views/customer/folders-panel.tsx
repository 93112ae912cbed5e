import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foldersQuery } from '../../api/customer-panels.ts'
import type { FolderRow } from '../../contract/customer-panels.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { Panel } from '../../layout/panel/panel.tsx'
import { PanelRows } from '../../layout/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/panel/panel-table.tsx'

const columns: readonly PanelColumn<FolderRow>[] = [
  { header: 'Id', cell: (folder) => folder.id },
  { header: 'Name', cell: (folder) => folder.name, text: (folder) => folder.name },
  { header: 'Created', cell: (folder) => formatDateTime(folder.createdAt) },
]

/** The customer's folders of QR codes. */
export function FoldersPanel({ customerId }: { customerId: number }) {
  return <Panel title="Folders">{() => <Folders customerId={customerId} />}</Panel>
}

function Folders({ customerId }: { customerId: number }) {
  const [page, setPage] = useState(1)
  const result = useQuery(foldersQuery(customerId, page))
  return <PanelRows label="Folders" result={result} columns={columns} emptyText="This customer has no folders." onPage={setPage} />
}
