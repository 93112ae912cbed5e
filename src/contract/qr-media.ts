import { z } from 'zod'
import { Done, endpoint } from './endpoint.ts'
import { extra } from './extra.ts'
import { lazyObject } from './lazy.ts'

export const MediaFile = lazyObject(() => ({
  type: z.enum(['image', 'media', 'other'], 'Must be image, media or other.'),
  url: z.string(),
  src: z.string(),
}))
export type MediaFile = z.infer<typeof MediaFile>

/** A QR's files by key. */
export const getQrMedia = endpoint({
  path: '/qrs/media/{id}',
  access: 'qrs.read',
  reply: z.object({ files: z.record(z.string(), MediaFile) }),
})

/** Deletes one file; `value` must be null (ruling 44). */
export const deleteQrFile = endpoint({
  method: 'PATCH',
  path: '/qrs/media/{id}',
  access: 'qrs.media',
  body: z.strictObject({ key: z.string().min(1).max(400), value: z.null() }),
})

/** Deletes all files; `partialDelete` if some couldn't be deleted (ruling 44). */
export const deleteQrMedia = endpoint({
  method: 'DELETE',
  path: '/qrs/media/{id}',
  access: 'qrs.media',
  reply: lazyObject(() => ({ ...Done.shape, partialDelete: extra(z.boolean(), false) })),
})
