import { z } from 'zod'
import { endpoint, rangeParams, UnixSeconds, VersionReply } from './endpoint.ts'
import { byPlace, extra } from './extra.ts'
import { Integer, messages, NullableText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'
import { maxUriLength, normalizeQrType, qrTypes } from './qrs.ts'

export const BlockedQrRow = lazyObject(() => ({
  id: extra(Integer, ({ qrId }) => qrId),
  qrId: Integer,
  name: extra(z.string(), ''),
  uri: z.string(),
  url: NullableText,
  /** The creator's; the documents have two names for it. */
  email: extra(z.string(), ({ creator }) => creator),
  userId: Integer,
  createdAt: UnixSeconds,
  updatedAt: UnixSeconds,
  /** Ours: the facts that QR actions need, so they can run from this list. */
  type: extra(z.string(), ({ url }) => (url ? 'url' : '')),
  stopped: extra(z.union([z.literal(0), z.literal(1)]), 0),
  whitelisted: extra(z.boolean(), false),
  version: VersionReply,
}))
export type BlockedQrRow = z.infer<typeof BlockedQrRow>

/** Blocked QRs that are not whitelisted (document 2, 'Blocked QR list'). */
export const listBlockedQrs = endpoint({
  path: '/qrs/blocked',
  access: 'qrs.risk.read',
  query: listQuery({
    sorts: ['createdAt', 'updatedAt', 'id'],
    defaultSort: { field: 'createdAt', direction: 'desc' },
    filters: () => ({}),
  }),
  reply: listReply(BlockedQrRow),
})

export const InfectedQrRow = lazyObject(() => ({
  id: Integer,
  uri: z.string(),
  vendors: z.string(),
  user: Integer,
}))
export type InfectedQrRow = z.infer<typeof InfectedQrRow>

/** Also takes `offset`, `limit` and `sortBy {key, direction}` (ruling 13). */
export const listInfectedQrs = endpoint({
  path: '/qrs/infected',
  access: 'qrs.infected.read',
  query: listQuery({
    sorts: ['id', 'uri', 'vendors'],
    defaultSort: { field: 'id', direction: 'desc' },
    byOffset: true,
    filters: () => ({}),
  }),
  reply: listReply(InfectedQrRow),
})

export const ArchivedQrRow = z.object({ id: Integer, email: z.string(), uri: z.string(), userId: Integer })
export type ArchivedQrRow = z.infer<typeof ArchivedQrRow>

export const emptyUriMessage = 'Empty uri not allowed'

/** Archived QRs by uri, at most 50. 400 with `emptyUriMessage` if it is empty. */
export const searchArchivedQrs = endpoint({
  path: '/qrs/archived',
  access: 'qrs.read',
  query: z.object({ uri: z.string({ error: emptyUriMessage }).pipe(SearchTerm).pipe(z.string().min(1, emptyUriMessage)) }),
  reply: z.array(ArchivedQrRow),
})

export const QrStatsRow = z.object({ email: z.string(), count: Integer, userId: Integer })
export type QrStatsRow = z.infer<typeof QrStatsRow>

/** QRs created per customer, most first. */
export const listQrStats = endpoint({
  path: '/qrs/stats',
  access: 'qrs.read',
  query: listQuery({
    sorts: ['count', 'id'],
    isSortExtra: true,
    defaultSort: { field: 'count', direction: 'desc' },
    filters: () => ({
      ...rangeParams,
      type: z.string().transform(normalizeQrType).pipe(z.enum(qrTypes)).optional(),
    }),
  }),
  reply: listReply(QrStatsRow),
})

export const UriChangeRow = lazyObject(() => ({
  id: extra(Integer, byPlace),
  /** The old uri and the new one. */
  uri: z.string(),
  qrUri: z.string(),
  updatedAt: UnixSeconds,
  email: z.string(),
  qrId: Integer,
  userId: Integer,
}))
export type UriChangeRow = z.infer<typeof UriChangeRow>

/** `%` is the documented default and means no filter (ruling 19). At most 25 characters. */
export const listUriHistory = endpoint({
  path: '/qrs/uri/history',
  access: 'qrs.read',
  query: listQuery({
    sorts: ['updatedAt', 'id'],
    sortAs: 'sortField',
    defaultSort: { field: 'updatedAt', direction: 'desc' },
    filters: () => ({
      searchTerm: z
        .string()
        .pipe(SearchTerm)
        .pipe(z.string().max(maxUriLength, messages.tooLong(maxUriLength)))
        .transform((text) => (text === '%' ? undefined : text))
        .optional(),
    }),
  }),
  reply: listReply(UriChangeRow),
})
