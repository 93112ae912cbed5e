import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { getQr, listQrs, type Qr, type QrRow } from '../contract/qrs.ts'
import { call } from './client.ts'
import { listOptions } from './options.ts'

const qrLists = ['qrs', 'list']

export const qrsQuery = listOptions(listQrs, ...qrLists)

/**
 * One QR. If the admin API returns only type and data, the rest comes from a loaded list; otherwise it stays partial.
 */
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

/** The QR's row in any list loaded or being fetched. */
async function listedQr(client: QueryClient, id: number): Promise<QrRow | undefined> {
  const underWay = client.getQueryCache().findAll({ queryKey: qrLists, fetchStatus: 'fetching' })
  await Promise.allSettled(underWay.flatMap(({ promise }) => promise ?? []))
  const replies = client.getQueriesData<z.output<(typeof listQrs)['reply']>>({ queryKey: qrLists })
  return replies.flatMap(([, reply]) => reply?.rows ?? []).find((row) => row.id === id)
}
