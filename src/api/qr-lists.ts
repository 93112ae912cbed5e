import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { paginate } from '../contract/list.ts'
import { listBlockedQrs, listInfectedQrs, listQrStats, listUriHistory, searchArchivedQrs } from '../contract/qr-lists.ts'
import { call } from './client.ts'
import { listOptions } from './options.ts'

type QueryOf<E extends { query: z.ZodType }> = Partial<z.output<E['query']>>

export const blockedQrsQuery = listOptions(listBlockedQrs, 'qrs', 'blocked')

export const infectedQrsQuery = listOptions(listInfectedQrs, 'qrs', 'infected')

/** One row per customer, so use the customer's id as row id. */
export const qrStatsQuery = (query: QueryOf<typeof listQrStats>) =>
  queryOptions({
    queryKey: ['qrs', 'stats', query],
    queryFn: async ({ signal }) => {
      const { rows, pagination } = await call(listQrStats, { query, signal })
      return { rows: rows.map((row) => ({ ...row, id: row.userId })), pagination }
    },
    placeholderData: keepPreviousData,
  })

export const uriHistoryQuery = listOptions(listUriHistory, 'qrs', 'uri-history')

/** All matching archived QRs come in one reply, as they are few; paging is done here. */
export const archivedQrsQuery = ({ uri, page, perPage }: { uri: string; page: number; perPage: number }) =>
  queryOptions({
    queryKey: ['qrs', 'archived', uri, page, perPage],
    queryFn: async ({ signal }) => {
      const found = await call(searchArchivedQrs, { query: { uri }, signal })
      const pagination = paginate({ page, perPage }, found.length)
      return { rows: found.slice(Math.max(0, pagination.first_result - 1), pagination.last_result), pagination }
    },
    placeholderData: keepPreviousData,
  })
