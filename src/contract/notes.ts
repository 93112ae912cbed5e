import { z } from 'zod'
import { ExtraRangeEnd, endpoint, Id, UnixSeconds } from './endpoint.ts'
import { byPlace, extra } from './extra.ts'
import { Integer, NullableInteger, NullableText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'

/** Longer notes and feedback are cut in lists, with 'See more' (document 1, section 2). */
export const cutLength = 150

export const maxNoteLength = 10_000

/** One note per customer, with its author and time (ruling 38). `user` is the customer's id. */
export const NoteRow = lazyObject(() => ({
  user: Integer,
  /** Ours: the row is identified by its customer. */
  id: extra(Integer, ({ user }) => user),
  note: z.string(),
  createdAt: UnixSeconds,
  authorName: extra(z.string(), ''),
  email: extra(z.string(), ''),
  fullName: extra(z.string(), ''),
}))
export type NoteRow = z.infer<typeof NoteRow>

/** Ours: a part of the text, or of its author's name or the reason, and by `createdAt`, both ends included. */
const filters = { searchTerm: extra(SearchTerm.optional()), from: ExtraRangeEnd, to: ExtraRangeEnd }

export const NoteListQuery = listQuery({
  sorts: ['createdAt', 'id'],
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: () => filters,
})
export type NoteListQuery = z.output<typeof NoteListQuery>

export const listNotes = endpoint({ path: '/customers/notes', access: 'customers.read', query: NoteListQuery, reply: listReply(NoteRow) })

/** `note` is the documented field; null if there is none. */
export const getNote = endpoint({
  path: '/customers/{id}/note',
  access: 'customers.read',
  reply: lazyObject(() => ({
    note: NullableText,
    createdAt: extra(UnixSeconds.nullable(), null),
    authorName: extra(NullableText, null),
    version: extra(NullableInteger, null),
  })),
})
export type CustomerNote = z.output<(typeof getNote)['reply']>

export const FeedbackRow = lazyObject(() => ({
  id: extra(Integer, byPlace),
  note: z.string(),
  reasonType: z.string(),
  createdAt: UnixSeconds,
  /** The customer's id. */
  user: Integer,
}))
export type FeedbackRow = z.infer<typeof FeedbackRow>

export const FeedbackListQuery = listQuery({
  sorts: ['createdAt', 'reasonType', 'id'],
  sortAs: 'sortField',
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: () => ({ ...filters, user: extra(Id.optional()) }),
})
export type FeedbackListQuery = z.output<typeof FeedbackListQuery>

export const listFeedback = endpoint({
  path: '/customers/feedback',
  access: 'customers.read',
  query: FeedbackListQuery,
  reply: listReply(FeedbackRow),
})
