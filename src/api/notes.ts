import { getNote, listNotes } from '../contract/notes.ts'
import { listOptions, recordOptions } from './options.ts'

export const noteQuery = recordOptions(getNote, 'notes', 'one')

export const notesQuery = listOptions(listNotes, 'notes', 'list')
