import { notesQuery } from '../../api/notes.ts'
import { NoteListQuery } from '../../contract/notes.ts'
import { listSearch } from '../../layout/list/list-search.ts'

export const notesSource = { search: listSearch(NoteListQuery), query: notesQuery }
