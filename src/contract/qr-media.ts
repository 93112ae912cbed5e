import { z } from 'zod'
import { extra } from './extra.ts'
import { Done, endpoint, IdParams } from './endpoint.ts'

export const MediaFile = z.object({ type: z.enum(['image', 'media', 'other']), url: z.string(), src: z.string() })
export type MediaFile = z.infer<typeof MediaFile>

/** A QR's files by key. */
export const getQrMedia = endpoint({
  method: 'GET',
  path: '/qrs/media/{id}',
  access: { capability: 'qrs.read' },
  params: IdParams,
  reply: z.object({ files: z.record(z.string(), MediaFile) }),
})

/** Deletes one file; `value` must be null (ruling 44). */
export const deleteQrFile = endpoint({
  method: 'PATCH',
  path: '/qrs/media/{id}',
  access: { capability: 'qrs.media' },
  params: IdParams,
  body: z.strictObject({ key: z.string().min(1).max(400), value: z.null() }),
  reply: Done,
})

/** Deletes all files; `partialDelete` if some couldn't be deleted (ruling 44). */
export const deleteQrMedia = endpoint({
  method: 'DELETE',
  path: '/qrs/media/{id}',
  access: { capability: 'qrs.media' },
  params: IdParams,
  reply: Done.extend({ partialDelete: extra(z.boolean(), false) }),
})
