import { addNote, deleteNote, getNote, listNotes, writeNote } from '../contract/notes.ts'
import { changeOptions, listOptions, recordOptions } from './options.ts'

export const noteQuery = recordOptions(getNote, 'notes', 'one')

export const notesQuery = listOptions(listNotes, 'notes', 'list')

/**
 * Writes a customer's note; empty text deletes it (ruling 38). Throws ApiFailure 409 `stale` if it has changed since.
 */
export const writeNoteMutation = changeOptions(writeNote, ['note'])

/** Adds a text below the note. Throws ApiFailure 409 `unavailable_action` if it is there already. */
export const addNoteMutation = changeOptions(addNote, ['note'])

export const deleteNoteMutation = changeOptions(deleteNote, ['note'])
