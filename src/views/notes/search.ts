import { NoteListQuery } from '../../contract/notes.ts'
import type { ListSearchSpec } from '../../layout/list/list-search.ts'

/** URL parameters of the notes list. Page size uses only the general key (ruling 22). */
export const notesSearch: ListSearchSpec<NoteListQuery> = {
  query: NoteListQuery,
  sorts: ['createdAt'],
  filters: [],
  pageSizeKey: 'config.entries',
}
