import { z } from 'zod'
import { endpoint, Id, rangeParams, UnixSeconds } from './endpoint.ts'
import { Integer, NullableText } from './fields.ts'
import { listQuery, listReply } from './list.ts'

export const EventRow = z.object({
  id: Integer,
  event: z.string(),
  user: Integer,
  ip: NullableText,
  date: UnixSeconds,
})
export type EventRow = z.infer<typeof EventRow>

export const EventListQuery = listQuery({
  sorts: ['createdAt', 'id'],
  isSortExtra: true,
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: () => ({ user: Id.optional(), ...rangeParams }),
})
export type EventListQuery = z.output<typeof EventListQuery>

export const listEvents = endpoint({
  path: '/events/paginate',
  access: 'customers.read',
  query: EventListQuery,
  reply: listReply(EventRow),
})
