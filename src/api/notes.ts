import { deleteNote, getNote, listNotes, writeNote } from '../contract/notes.ts'
import { changeOptions, listOptions, recordOptions } from './options.ts'
import { changesOf } from './shown-in.ts'

export const noteQuery = recordOptions(getNote, 'notes', 'one')

export const notesQuery = listOptions(listNotes, 'notes', 'list')

/** A note appears on its customer, in the notes list, the timeline and the audit trail. */
const changesNote = changesOf('note')

/**
 * Writes a customer's note; empty text deletes it (ruling 38). Throws ApiFailure 409 `stale` if it has changed since.
 */
export const writeNoteMutation = changeOptions(writeNote, changesNote)

export const deleteNoteMutation = changeOptions(deleteNote, changesNote)
