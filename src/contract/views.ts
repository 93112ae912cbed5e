import { z } from 'zod'
import { endpoint, Id, rangeParams, UnixSeconds } from './endpoint.ts'
import { Integer, NullableInteger, NullableText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'

/** How somebody looked: opened a record, exported a list, searched for an e-mail address, had something shown that is hidden. */
export const viewKinds = ['open', 'export', 'search', 'show'] as const
export type ViewKind = (typeof viewKinds)[number]

/** The kinds of records whose opening is noted. */
export const viewedTypes = ['customer', 'qr', 'payment', 'invoice'] as const
export type ViewedType = (typeof viewedTypes)[number]

/** That somebody looked at something; once an hour for each session and record. */
export const ViewRow = lazyObject(() => ({
  id: Integer,
  at: UnixSeconds,
  /** Null once the account is gone. */
  staffId: NullableInteger,
  staffEmail: z.string(),
  look: z.enum(viewKinds),
  /** Of an opened record, and of one of which something was shown. */
  recordType: z.enum(viewedTypes).nullable(),
  recordId: NullableInteger,
  /** The list that was exported, the address that was searched for, or what was shown; null once that person is erased. */
  text: NullableText,
  ip: NullableText,
}))
export type ViewRow = z.infer<typeof ViewRow>

export const ViewListQuery = listQuery({
  sorts: ['at'],
  defaultSort: { field: 'at', direction: 'desc' },
  filters: () => ({
    /** Part of a staff member's e-mail, case-insensitive. */
    staff: SearchTerm.optional(),
    look: z.enum(viewKinds).optional(),
    recordType: z.enum(viewedTypes).optional(),
    recordId: Id.optional(),
    ...rangeParams,
  }),
})
export type ViewListQuery = z.output<typeof ViewListQuery>

/** Who looked at what. */
export const listViews = endpoint({
  path: '/views',
  feature: 'views',
  access: 'audit.read',
  query: ViewListQuery,
  reply: listReply(ViewRow),
})
