import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { deleteNote, getNote, listNotes, type NoteListQuery, writeNote } from '../contract/notes.ts'
import { call } from './client.ts'

export const noteQuery = (id: number) =>
  queryOptions({ queryKey: ['notes', 'one', id], queryFn: ({ signal }) => call(getNote, { params: { id }, signal }) })

export const notesQuery = (query: Partial<NoteListQuery>) =>
  queryOptions({
    queryKey: ['notes', 'list', query],
    queryFn: ({ signal }) => call(listNotes, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** A note appears on its customer, in the notes list, the timeline and the audit trail. */
const changesNote = { stale: [['notes'], ['customers'], ['timeline'], ['audit']] }

/**
 * Writes a customer's note; empty text deletes it (ruling 38). Throws ApiFailure 409 `stale` if it has changed since.
 */
export const writeNoteMutation = () =>
  mutationOptions({
    mutationFn: ({ id, text, version }: { id: number; text: string; version: number | null }) =>
      call(writeNote, { params: { id }, body: { text, version } }),
    meta: changesNote,
  })

export const deleteNoteMutation = () =>
  mutationOptions({ mutationFn: ({ id }: { id: number }) => call(deleteNote, { params: { id } }), meta: changesNote })
