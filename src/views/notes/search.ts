import { NoteListQuery } from '../../contract/notes.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

/** What the URL of the notes list may say. Its page size has the general key alone (ruling 22). */
export const notesSearch: ListSearchSpec<NoteListQuery> = {
  query: NoteListQuery,
  sorts: ['createdAt'],
  filters: [],
  pageSizeKey: 'config.entries',
}
