import { z } from 'zod'
import { endpoint, Id, UnixSeconds } from './endpoint.ts'
import { extra } from './extra.ts'
import { Integer } from './fields.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'

/** Data for the customer page's panels (document 2, sections 2, 3 and 7). */

export const FolderRow = z.object({
  id: Integer,
  name: z.string(),
  createdAt: UnixSeconds,
  user: Integer,
  /** Ours: whose it is, as people call them. */
  owner: extra(z.object({ fullName: z.string(), email: z.string() }).nullable(), null),
})
export type FolderRow = z.infer<typeof FolderRow>

export const FolderListQuery = listQuery({
  sorts: ['user', 'name', 'createdAt', 'id'],
  defaultSort: { field: 'user', direction: 'desc' },
  filters: () => ({
    searchTerm: SearchTerm.optional(),
    owner: Id.optional(),
    /** Ours: a name, or how it begins, ignoring case and accents. Sorted by name, the very ones come first. */
    name: extra(SearchTerm.optional()),
  }),
})
export type FolderListQuery = z.output<typeof FolderListQuery>

/** Folders, by owner descending unless asked otherwise (document 2, section 9). */
export const listFolders = endpoint({ path: '/qrs/folders', access: 'qrs.read', query: FolderListQuery, reply: listReply(FolderRow) })
