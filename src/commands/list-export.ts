import { DownloadIcon } from '@primer/octicons-react'
import { ApiFailure } from '../api/client.ts'
import { exportProgress } from '../api/export-progress.ts'
import { formatCount } from '../contract/count.ts'
import { blocked, command, hidden, ready } from './command.ts'

/** Downloads the whole list as a file; the console stays usable. */
export const listExportCommand = command({
  id: 'list.export',
  title: () => 'Export the list as CSV',
  section: 'List',
  icon: DownloadIcon,
  keywords: 'download save spreadsheet excel file all rows',
  keys: 'l e',
  scope: 'list',
  needs: 'lists.export',
  feature: 'exports',
  places: ['list-head'],
  availability: ({ list }) => {
    if (!list?.exports) return hidden
    if (exportProgress.get() !== null) return blocked('A list is being exported already.')
    return list.isEmpty ? blocked('The list is empty.') : ready
  },
  failureTitle: (error) =>
    error instanceof ApiFailure && error.status === null ? 'The export broke off: nothing was saved.' : 'The list was not exported',
  run: async ({ list, user }) => {
    if (!list?.exports) return
    const asked = list.exports
    const { downloadList } = await import('../api/exports.ts')
    const done = await downloadList(asked, user.productName)
    if (done === null) return { message: 'The export was cancelled.' }
    const rows = done.rows === 1 ? '1 row' : `${formatCount(done.rows)} rows`
    return { message: `Exported: ${done.name}, ${done.isCut ? `the first ${rows}: a file holds no more` : rows}.` }
  },
})
