import { DownloadIcon } from '@primer/octicons-react'
import { downloadList, type ListQuery, type SelectedRows } from '../../api/exports.ts'
import { formatCount } from '../../contract/count.ts'
import { type Command, command } from '../engine/command.ts'
import type { CommandContext, Outcome } from '../engine/context.ts'
import { listOfSelection, type SelectionType, selectionNoun } from '../engine/record-types.ts'
import { commandsOn } from './commands-on.ts'
import { failedDownload, whyNotExport } from './downloads.ts'

const shared = {
  icon: DownloadIcon,
  needs: 'lists.export',
  feature: 'exports',
  failureTitle: failedDownload('export', 'The list was not exported'),
} as const

/** Downloads the whole list as a file; the console stays usable. */
export const listExportCommand = command({
  ...shared,
  id: 'list.export',
  verb: 'export',
  title: 'Export all as CSV',
  section: 'List',
  aka: ['Export', 'Export list', 'Export CSV'],
  keywords: 'download save spreadsheet excel file list rows',
  keys: 'l e',
  scope: 'list',
  places: ['list-head'],
  isOffered: ({ list }) => list?.exports !== undefined,
  whyNot: ({ list }) => (list?.isEmpty ? 'The list is empty.' : whyNotExport()),
  run: ({ list, user }) => (list?.exports ? download(list.exports, user) : undefined),
})

/** The same for a list that isn't on screen. */
export const exportOf = (title: string, query: ListQuery): Command =>
  command({
    ...shared,
    id: 'list.export-named',
    title,
    section: 'List',
    scope: 'global',
    places: [],
    whyNot: whyNotExport,
    run: ({ user }) => download(query, user),
  })

async function download(query: ListQuery | SelectedRows, { productName }: CommandContext['user']): Promise<Outcome> {
  const done = await downloadList(query, productName)
  if (done === null) return { message: 'The export was canceled.' }
  const rows = done.rows === 1 ? '1 row' : `${formatCount(done.rows)} rows`
  return { message: `Exported: ${done.name}, ${done.isCut ? `the first ${rows}: a file can’t hold more` : rows}.` }
}

/** Downloads the selected rows of a kind as a file, in the order of the list on screen. */
export const exportSelected = (type: SelectionType, section: string) =>
  commandsOn(type, { section, places: ['bulk-bar', 'row-menu'] })({
    ...shared,
    verb: 'export',
    title: ({ ids }) => `Export ${formatCount(ids.length)} selected`,
    genericTitle: `Export the selected ${selectionNoun(type, 2)} as CSV`,
    keywords: 'bulk download save spreadsheet excel file rows csv',
    keys: 'l x',
    whyNot: whyNotExport,
    run: ({ list, user }, { ids }) => {
      const of = listOfSelection(type)
      return download({ list: of, query: list?.exports?.list === of ? list.exports.query : {}, ids }, user)
    },
  })
