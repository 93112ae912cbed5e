import { addNote, deleteNote, writeNote } from '../contract/note-changes.ts'
import { changeOptions } from './change-options.ts'

/**
 * Writes a customer's note; empty text deletes it (ruling 38). Throws ApiFailure 409 `stale` if it has changed since.
 */
export const writeNoteMutation = changeOptions(writeNote, ['note'])

/** Adds a text below the note. Throws ApiFailure 409 `unavailable_action` if it is there already. */
export const addNoteMutation = changeOptions(addNote, ['note'])

export const deleteNoteMutation = changeOptions(deleteNote, ['note'])
