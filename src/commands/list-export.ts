import { DownloadIcon } from '@primer/octicons-react'
import { ApiFailure } from '../api/client.ts'
import { exportProgress } from '../api/export-progress.ts'
import { formatCount } from '../contract/count.ts'
import type { ListQuery, SelectedRows } from '../api/exports.ts'
import { type Availability, blocked, command, type CommandContext, hidden, type Outcome, ready, targetCommand } from './command.ts'
import { listOfSelection, selectionNoun, type SelectionType } from './record-types.ts'

/** Downloads the whole list as a file; the console stays usable. */
export const listExportCommand = command({
  id: 'list.export',
  title: () => 'Export all as CSV',
  section: 'List',
  icon: DownloadIcon,
  keywords: 'download save spreadsheet excel file list rows',
  keys: 'l e',
  scope: 'list',
  needs: 'lists.export',
  feature: 'exports',
  places: ['list-head'],
  availability: ({ list }) => {
    if (!list?.exports) return hidden
    return list.isEmpty ? blocked('The list is empty.') : unlessExporting()
  },
  failureTitle,
  run: ({ list, user }) => (list?.exports ? download(list.exports, user) : undefined),
})

const unlessExporting = (): Availability => (exportProgress.get() === null ? ready : blocked('An export is running.'))

function failureTitle(error: unknown): string {
  return error instanceof ApiFailure && error.status === null ? 'The export broke off: nothing was saved.' : 'The list was not exported'
}

async function download(asked: ListQuery | SelectedRows, { productName }: CommandContext['user']): Promise<Outcome> {
  const { downloadList } = await import('../api/exports.ts')
  const done = await downloadList(asked, productName)
  if (done === null) return { message: 'The export was cancelled.' }
  const rows = done.rows === 1 ? '1 row' : `${formatCount(done.rows)} rows`
  return { message: `Exported: ${done.name}, ${done.isCut ? `the first ${rows}: a file holds no more` : rows}.` }
}

/** Downloads the selected rows of a kind as a file, in the order of the list on screen. */
export const exportSelected = (type: SelectionType, section: string) =>
  targetCommand(type, {
    id: `${type}.export`,
    title: ({ ids }) => `Export ${formatCount(ids.length)} selected`,
    genericTitle: `Export the selected ${selectionNoun(type, 2)} as CSV`,
    section,
    icon: DownloadIcon,
    keywords: 'bulk download save spreadsheet excel file rows csv',
    keys: 'l x',
    needs: 'lists.export',
    feature: 'exports',
    places: ['bulk-bar', 'row-menu'],
    availability: unlessExporting,
    failureTitle,
    run: ({ list, user }, { ids }) => {
      const of = listOfSelection(type)
      return download({ list: of, query: list?.exports?.list === of ? list.exports.query : {}, ids }, user)
    },
  })
