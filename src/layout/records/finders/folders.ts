import { call } from '../../../api/client.ts'
import { type FolderRow, listFolders } from '../../../contract/customer-panels.ts'
import { foldText } from '../../../contract/fold.ts'
import { partOfCustomer } from './customer-part.ts'
import { type Finder, type Finding, maxFindings, ranked } from './finder.ts'
import { matchName } from './match.ts'
import { isNameStart } from './shapes.ts'

/** The server finds shorter texts only where a name begins so. */
const minInside = 3

/** Customers' folders of QR codes, by name. */
export const folderFinder: Finder = {
  type: 'folders',
  heading: 'Folders',
  needs: 'qrs.read',
  // The documented rows don't say whose they are, except by id.
  feature: 'fields',
  mayName: isNameStart,
  query: (text) => ({
    queryKey: ['folders', 'found', text],
    queryFn: async ({ signal }) => {
      const sorting = { sort: 'name', sortDirection: 'asc' } as const
      const isLong = foldText(text).length >= minInside
      const queries = [{ ...sorting, name: text, perPage: maxFindings }, ...(isLong ? [{ ...sorting, searchTerm: text, perPage: 20 }] : [])]
      const pages = await Promise.all(queries.map((query) => call(listFolders, { query, signal })))
      return ranked(pages.flatMap(({ rows }) => rows.flatMap((row) => findingOf(row, text) ?? [])))
    },
  }),
}

function findingOf({ id, name, user, owner }: FolderRow, text: string): Finding | null {
  const match = matchName(name, text)
  if (match === null || owner === null) return null
  return {
    target: { type: 'folders', record: { id: user, ...owner, folders: [{ id, name }] } },
    label: name,
    detail: [owner.fullName, owner.email].filter((part) => part !== '').join(', '),
    href: partOfCustomer(user, 'folders'),
    match,
  }
}
