import { z } from 'zod'
import { endpoint, Id, IdParams, UnixSeconds, UnixSecondsParam } from './endpoint.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'

/** What the panels of a customer's page read (document 2, sections 2, 3 and 7). */

export const FolderRow = z.object({ id: z.number().int(), name: z.string(), createdAt: UnixSeconds, user: z.number().int() })
export type FolderRow = z.infer<typeof FolderRow>

export const FolderListQuery = listQuery({
  sorts: ['user', 'name', 'createdAt', 'id'],
  defaultSort: { field: 'user', direction: 'desc' },
  filters: { searchTerm: SearchTerm.optional(), owner: Id.optional() },
})
export type FolderListQuery = z.output<typeof FolderListQuery>

/** Folders, by default by owner descending (document 2, section 9). */
export const listFolders = endpoint({
  method: 'GET',
  path: '/qrs/folders',
  access: { capability: 'qrs.read' },
  query: FolderListQuery,
  reply: listReply(FolderRow),
})

export const InvitationRow = z.object({
  id: z.number().int(),
  email: z.string(),
  /** 1 admin, 2 extended collaborator, 3 collaborator. */
  role: z.number().int(),
  /** 0 pending approval, 1 accepted. */
  status: z.number().int(),
  createdAt: UnixSeconds,
  lastLogin: UnixSeconds.nullable(),
  registrationComplete: z.union([z.literal(0), z.literal(1)]),
  /** The invited person's own account (ruling 37). */
  userId: z.number().int().nullable(),
})
export type InvitationRow = z.infer<typeof InvitationRow>

export const listInvitations = endpoint({
  method: 'GET',
  path: '/customers/{id}/invitations',
  access: { capability: 'customers.read' },
  params: IdParams,
  reply: z.array(InvitationRow),
})

export const CustomerDomain = z.object({
  id: z.number().int(),
  hostname: z.string(),
  status: z.string(),
  certificate_status: z.string(),
  createdAt: UnixSeconds,
  main: z.boolean(),
})
export type CustomerDomain = z.infer<typeof CustomerDomain>

export const listCustomerDomains = endpoint({
  method: 'GET',
  path: '/customers/{id}/domains',
  access: { capability: 'customers.read' },
  params: IdParams,
  reply: z.array(CustomerDomain),
})

export const EventRow = z.object({
  id: z.number().int(),
  event: z.string(),
  user: z.number().int(),
  ip: z.string().nullable(),
  date: UnixSeconds,
})
export type EventRow = z.infer<typeof EventRow>

export const EventListQuery = listQuery({
  sorts: ['createdAt', 'id'],
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: { user: Id.optional(), from: UnixSecondsParam.optional(), to: UnixSecondsParam.optional() },
})
export type EventListQuery = z.output<typeof EventListQuery>

export const listEvents = endpoint({
  method: 'GET',
  path: '/events/paginate',
  access: { capability: 'customers.read' },
  query: EventListQuery,
  reply: listReply(EventRow),
})

export const EmailActivityItem = z.object({
  id: z.number().int(),
  event: z.string(),
  subject: z.string(),
  tag: z.string().nullable(),
  email: z.string(),
  date: UnixSeconds,
})
export type EmailActivityItem = z.infer<typeof EmailActivityItem>

/** A range holds at most this many days, both ends included (ruling 51). */
export const longestEmailRange = 90
export const emailRangeMessage = 'Range cannot exceed 90 days.'

/**
 * The newest first. Without a range the last 90 days; with one bound alone the other is set so that the range holds 90 days. 400 with
 * `emailRangeMessage` for more.
 */
export const listEmailActivity = endpoint({
  method: 'GET',
  path: '/customers/{id}/email/activity',
  access: { capability: 'customers.read' },
  params: IdParams,
  query: z.object({ from: UnixSecondsParam.optional(), to: UnixSecondsParam.optional() }),
  reply: z.array(EmailActivityItem),
})

export const TrackerRow = z.object({
  id: z.number().int(),
  qr: z.number().int().nullable(),
  reason: z.string(),
  url: z.string(),
  userBanned: z.boolean(),
  /** Always an array (ruling 48). */
  unsafeDomains: z.array(z.string()),
  createdAt: UnixSeconds,
  user: z.number().int().nullable(),
})
export type TrackerRow = z.infer<typeof TrackerRow>

export const TrackerListQuery = listQuery({
  sorts: ['createdAt', 'id'],
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: { user: Id.optional() },
})
export type TrackerListQuery = z.output<typeof TrackerListQuery>

/** The web-risk log. Scoped to one customer it is open to everybody who signed in, unscoped to role 1 alone (ruling 3). */
export const listTracker = endpoint({
  method: 'GET',
  path: '/webrisk/tracker',
  access: { capability: 'security.manage', orScopedBy: 'user' },
  query: TrackerListQuery,
  reply: listReply(TrackerRow),
})

export const ApiCallRow = z.object({
  id: z.number().int(),
  owner: z.number().int(),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  status: z.number().int(),
  statusCode: z.number().int(),
  createdAt: UnixSeconds,
  /** Milliseconds. */
  responseTime: z.number().int(),
})
export type ApiCallRow = z.infer<typeof ApiCallRow>

export const apiMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export const ApiCallListQuery = listQuery({
  sorts: ['createdAt', 'id'],
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: {
    owner: Id.optional(),
    method: z.enum(apiMethods).optional(),
    statusCode: z.coerce.number().int().min(100).max(599).optional(),
  },
})
export type ApiCallListQuery = z.output<typeof ApiCallListQuery>

/** The API log. Scoped to one customer it is open to everybody who signed in, unscoped to role 1 alone (ruling 3). */
export const listApiCalls = endpoint({
  method: 'GET',
  path: '/api-calls',
  access: { capability: 'api-calls.read', orScopedBy: 'owner' },
  query: ApiCallListQuery,
  reply: listReply(ApiCallRow),
})
