import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getQr, listQrs, type QrListQuery } from '../contract/qrs.ts'
import { call } from './client.ts'

export const qrsQuery = (query: Partial<QrListQuery>) =>
  queryOptions({
    queryKey: ['qrs', 'list', query],
    queryFn: ({ signal }) => call(listQrs, { query, signal }),
    placeholderData: keepPreviousData,
  })

export const qrQuery = (id: number) =>
  queryOptions({ queryKey: ['qrs', 'one', id], queryFn: ({ signal }) => call(getQr, { params: { id }, signal }) })
