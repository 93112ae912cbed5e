import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { deleteQrFile, deleteQrMedia, getQrMedia } from '../contract/qr-media.ts'
import { call } from './client.ts'

/** A QR's files by key; throws ApiFailure 404 if there is no such QR. */
export const qrMediaQuery = (id: number) =>
  queryOptions({ queryKey: ['qrs', 'media', id], queryFn: ({ signal }) => call(getQrMedia, { params: { id }, signal }) })

/** Deleting a file also changes the QR. */
const changesMedia = { stale: [['qrs'], ['timeline'], ['audit']] }

export const deleteQrFileMutation = () =>
  mutationOptions({
    mutationFn: ({ id, key }: { id: number; key: string }) => call(deleteQrFile, { params: { id }, body: { key, value: null } }),
    meta: changesMedia,
  })

/** `partialDelete` if some files couldn't be deleted (ruling 44). */
export const deleteQrMediaMutation = () =>
  mutationOptions({ mutationFn: ({ id }: { id: number }) => call(deleteQrMedia, { params: { id } }), meta: changesMedia })
