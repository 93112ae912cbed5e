import { z } from 'zod'
import { endpoint, Id, rangeParams, UnixSeconds, VersionReply } from './endpoint.ts'
import { extra, withExtraValues } from './extra.ts'
import { Integer, NullableText } from './fields.ts'
import { lazyObject } from './lazy.ts'
import { listQuery, listReply, SearchTerm } from './list.ts'

/** QR types (document 2, section 3). */
export const qrTypes = [
  'url',
  'images',
  'menu',
  'video',
  'pdf',
  'app',
  'vcard-plus',
  'business',
  'link-list',
  'mp3',
  'product',
  'barcode',
  'coupon',
  'feedback',
  'playlist',
  'event',
  'landing',
  'text',
  'urlStatic',
  'wifi',
  'vcard',
  'email',
  'sms',
  'whatsapp',
] as const
export type QrType = (typeof qrTypes)[number]

/** `url-static` is the other documented spelling of `urlStatic` (ruling 33). */
export function normalizeQrType(text: string): string {
  return text === 'url-static' ? 'urlStatic' : text
}

export const qrStatuses = ['deleted', 'blocked', 'stopped', 'active'] as const
export type QrStatus = (typeof qrStatuses)[number]

/** The status shown: deleted, then blocked, then stopped, then active (ruling 41). */
export function qrStatus(qr: { status: number; stopped: number }): QrStatus {
  if (qr.status === 0) return 'deleted'
  if (qr.status === 2) return 'blocked'
  return qr.stopped === 1 ? 'stopped' : 'active'
}

export const maxUriLength = 25

export const QrRow = lazyObject(() => ({
  id: Integer,
  name: extra(z.string(), ''),
  type: z.string().transform(normalizeQrType),
  createdAt: UnixSeconds,
  updatedAt: UnixSeconds,
  scans: Integer,
  visits: Integer,
  virus: z.boolean(),
  /** 0 deleted, 1 active, 2 blocked; `stopped` 0 or 1. */
  status: Integer,
  stopped: z.union([z.literal(0), z.literal(1)]),
  uri: z.string(),
  user: Integer,
  /** Ours: who that is. */
  owner: extra(z.object({ fullName: z.string(), companyName: NullableText, email: z.string() }).nullable(), null),
  whitelisted: z.boolean(),
  /** Only QRs that lead to their owner's page have one. */
  content: extra(z.object({ url: NullableText }), { url: null }),
  /** The QR's full public address. */
  qrUri: z.string(),
  version: VersionReply,
}))
export type QrRow = z.infer<typeof QrRow>

export const qrSorts = ['createdAt', 'updatedAt', 'scans', 'visits', 'virus', 'id'] as const

const Scans = extra(z.coerce.number().int().min(0).max(2_147_483_647).optional())

/** What the QR list can be narrowed by. */
export const qrFilters = {
  searchTerm: SearchTerm.optional(),
  /** `target`, which is ours: where it leads, by a host or the beginning of an address, without 'www.' and case. */
  searchMode: withExtraValues(z.enum(['uri', 'name', 'target']).default('uri'), ['target']),
  ...rangeParams,
  type: z.string().transform(normalizeQrType).pipe(z.enum(qrTypes)).optional(),
  /** Ours: the status shown. */
  status: extra(z.enum(qrStatuses).optional()),
  /** Ours: match the whole uri only, for the palette. 'true' or absent. */
  exactSearch: extra(
    z
      .unknown()
      .optional()
      .transform((value) => value === 'true' || value === true),
  ),
  customer: Id.optional(),
  /** Ours: how often they were scanned, both ends included. */
  scansFrom: Scans,
  scansTo: Scans,
}

export const QrListQuery = listQuery({
  sorts: qrSorts,
  defaultSort: { field: 'createdAt', direction: 'desc' },
  filters: () => qrFilters,
})
export type QrListQuery = z.output<typeof QrListQuery>

export const listQrs = endpoint({ path: '/qrs', access: 'qrs.read', query: QrListQuery, reply: listReply(QrRow) })

/** Same handler as `listQrs` (ruling 17). */
export const listCustomerQrs = endpoint({ path: '/customers/{id}/qrs', access: 'qrs.read', query: QrListQuery, reply: listReply(QrRow) })

/** A QR for the preview: its row plus its fields in `data`. The documented reply has only `type` and `data`. */
export const Qr = lazyObject(() => ({
  ...QrRow.shape,
  id: extra(QrRow.shape.id, 0),
  createdAt: extra(QrRow.shape.createdAt, 0),
  updatedAt: extra(QrRow.shape.updatedAt, 0),
  scans: extra(QrRow.shape.scans, 0),
  visits: extra(QrRow.shape.visits, 0),
  virus: extra(QrRow.shape.virus, false),
  status: extra(QrRow.shape.status, 1),
  stopped: extra(QrRow.shape.stopped, 0),
  uri: extra(QrRow.shape.uri, ''),
  user: extra(QrRow.shape.user, 0),
  whitelisted: extra(QrRow.shape.whitelisted, false),
  qrUri: extra(QrRow.shape.qrUri, ''),
  data: extra(z.record(z.string(), z.unknown()), {}),
  /** True if only type and data are known. Our server never sends it. */
  isPartial: extra(z.literal(true).optional(), ({ uri }) => (uri === undefined ? true : undefined)),
}))
export type Qr = z.infer<typeof Qr>

export const getQr = endpoint({ path: '/qrs/{id}', access: 'qrs.read', reply: Qr })
