import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DeliveryState } from '../contract/delivery-states.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { dismissRefused, getIngestStatus, listWaiting } from '../contract/ingest-status.ts'
import { createToken, listTokens, revokeToken } from '../contract/tokens.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getDelivery,
  listDeliveries,
  listWebhookEndpoints,
  resendDelivery,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '../contract/webhooks.ts'
import { changeOptions } from './change-options.ts'
import { byItself, call } from './client.ts'
import { recordOptions } from './options.ts'

/** What the product does shows by itself, and an open page keeps no session from ending; milliseconds. */
const lookEvery = 5000

const watchOptions =
  <E extends Endpoint>(endpoint: E, ...key: readonly string[]) =>
  () =>
    queryOptions({ queryKey: key, queryFn: ({ signal }) => byItself(() => call(endpoint, { signal })), refetchInterval: lookEvery })

export const tokensQuery = () => queryOptions({ queryKey: ['tokens'], queryFn: ({ signal }) => call(listTokens, { signal }) })

export const webhooksQuery = watchOptions(listWebhookEndpoints, 'webhooks', 'endpoints')

export const deliveriesQuery = (query: { page: number; perPage: number; state?: DeliveryState }) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', query],
    queryFn: ({ signal }) => byItself(() => call(listDeliveries, { query, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: lookEvery,
  })

export const deliveryQuery = recordOptions(getDelivery, 'webhooks', 'delivery')

export const ingestQuery = watchOptions(getIngestStatus, 'ingest', 'status')

export const waitingQuery = watchOptions(listWaiting, 'ingest', 'waiting')

/** The answer is the only place that ever has the token. Throws ApiFailure 400 with the field. */
export const createTokenMutation = changeOptions(createToken, ['integration'])
export const revokeTokenMutation = changeOptions(revokeToken, ['integration'])

/** The answer is the only place that ever has the secret. Throws ApiFailure 400 and 422 with the field. */
export const createWebhookMutation = changeOptions(createWebhookEndpoint, ['integration'])
export const updateWebhookMutation = changeOptions(updateWebhookEndpoint, ['integration'])
export const deleteWebhookMutation = changeOptions(deleteWebhookEndpoint, ['integration'])
export const testWebhookMutation = changeOptions(testWebhookEndpoint, { stale: [] })
export const resendMutation = changeOptions(resendDelivery, ['integration'])
export const dismissMutation = changeOptions(dismissRefused, ['integration'])
