import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { getQr, listQrs, type Qr, type QrListQuery, type QrRow } from '../contract/qrs.ts'
import { call } from './client.ts'

const qrLists = ['qrs', 'list']

export const qrsQuery = (query: Partial<QrListQuery>) =>
  queryOptions({
    queryKey: [...qrLists, query],
    queryFn: ({ signal }) => call(listQrs, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** One QR. Where the admin API says no more of it than type and data, what a list has of it is added; without one it stays partial. */
export const qrQuery = (id: number) =>
  queryOptions({
    queryKey: ['qrs', 'one', id],
    queryFn: async ({ signal, client }): Promise<Qr> => {
      const qr = await call(getQr, { params: { id }, signal })
      if (qr.isPartial === undefined) return qr
      const row = await listedQr(client, id)
      return row ? { ...row, data: qr.data } : { ...qr, id }
    },
  })

/** The row of a QR in any list that is there or on its way. */
async function listedQr(client: QueryClient, id: number): Promise<QrRow | undefined> {
  const underWay = client.getQueryCache().findAll({ queryKey: qrLists, fetchStatus: 'fetching' })
  await Promise.allSettled(underWay.flatMap(({ promise }) => promise ?? []))
  const replies = client.getQueriesData<z.output<(typeof listQrs)['reply']>>({ queryKey: qrLists })
  return replies.flatMap(([, reply]) => reply?.rows ?? []).find((row) => row.id === id)
}
