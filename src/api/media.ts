import { mutationOptions } from '@tanstack/react-query'
import { deleteQrFile, deleteQrMedia, getQrMedia } from '../contract/qr-media.ts'
import { changeOptions } from './change-options.ts'
import { call } from './client.ts'
import { recordOptions } from './options.ts'
import { changesOf } from './shown-in.ts'

/** A QR's files by key; throws ApiFailure 404 if there is no such QR. */
export const qrMediaQuery = recordOptions(getQrMedia, 'qrs', 'media')

export const deleteQrFileMutation = () =>
  mutationOptions({
    mutationFn: ({ id, key }: { id: number; key: string }) => call(deleteQrFile, { params: { id }, body: { key, value: null } }),
    meta: changesOf('qr'),
  })

/** `partialDelete` if some files couldn't be deleted (ruling 44). */
export const deleteQrMediaMutation = changeOptions(deleteQrMedia, ['qr'])
