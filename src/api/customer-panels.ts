import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listApiCalls } from '../contract/api-calls.ts'
import { listFolders } from '../contract/customer-panels.ts'
import { listCustomers } from '../contract/customers.ts'
import { listEmailActivity } from '../contract/email-activity.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { listEvents } from '../contract/events.ts'
import { listInvitations } from '../contract/invitations.ts'
import { listTracker } from '../contract/webrisk.ts'
import { type CallInput, call } from './client.ts'
import { recordOptions } from './options.ts'

/** A range in unix seconds, both ends included; empty for none. */
export type Range = { from: number; to: number } | Record<string, never>

const perPage = 10

/** A page of a list for one customer, whom it calls `owner` or `user`. */
const panelOptions =
  <E extends Endpoint>(endpoint: E, customer: 'owner' | 'user', key: string) =>
  (id: number, page: number) =>
    queryOptions({
      queryKey: [key, id, page],
      queryFn: ({ signal }) => call(endpoint, { query: { [customer]: id, page, perPage } as CallInput<E>['query'], signal }),
      placeholderData: keepPreviousData,
    })

export const foldersQuery = panelOptions(listFolders, 'owner', 'folders')

export const invitationsQuery = recordOptions(listInvitations, 'invitations')

/** Customers referred by this one, newest first (document 1, section 9). */
export const referredByQuery = (referredBy: number, page: number) =>
  queryOptions({
    queryKey: ['customers', 'referred', referredBy, page],
    queryFn: ({ signal }) =>
      call(listCustomers, { query: { referredBy, page, perPage, sort: 'createdAt', sortDirection: 'desc' }, signal }),
    placeholderData: keepPreviousData,
  })

export const eventsQuery = (user: number, page: number, range: Range) =>
  queryOptions({
    queryKey: ['events', user, page, range],
    queryFn: ({ signal }) => call(listEvents, { query: { user, page, perPage, ...range }, signal }),
    placeholderData: keepPreviousData,
  })

/** Throws ApiFailure 400 for a range of more than 90 days (ruling 51). */
export const emailActivityQuery = (id: number, range: Range) =>
  queryOptions({
    queryKey: ['email-activity', id, range],
    queryFn: ({ signal }) => call(listEmailActivity, { params: { id }, query: range, signal }),
    placeholderData: keepPreviousData,
  })

export const customerApiCallsQuery = panelOptions(listApiCalls, 'owner', 'api-calls')

export const customerTrackerQuery = panelOptions(listTracker, 'user', 'webrisk-tracker')
