import { z } from 'zod'
import { endpoint, Version } from './endpoint.ts'
import { extra } from './extra.ts'
import { messages } from './fields.ts'
import { maxNoteLength } from './notes.ts'

const tooLong = `Must have less than ${maxNoteLength} characters.`

/**
 * Writes the customer's note; empty text deletes it (ruling 38). `version` is
 * that of the note it was based on, null if there was none: 409 `stale`.
 */
export const writeNote = endpoint({
  method: 'PATCH',
  path: '/customers/{id}/note',
  access: 'customers.notes',
  body: z.strictObject({ text: z.string().trim().max(maxNoteLength, tooLong), version: extra(Version.nullable()) }),
})

/** The text that is added to a note. */
export const AddedNote = z.string().trim().min(1, messages.required).max(maxNoteLength, tooLong)

/** Adds a text below the note there is. Undoable. 409 `unavailable_action` if the note says so already, or would be too long. */
export const addNote = endpoint({
  method: 'POST',
  path: '/customers/{id}/note',
  feature: 'playbooks',
  access: 'customers.notes',
  body: z.strictObject({ text: AddedNote }),
})

export const deleteNote = endpoint({ method: 'DELETE', path: '/customers/{id}/note', access: 'customers.notes' })
