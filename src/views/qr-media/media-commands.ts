import { TrashIcon } from '@primer/octicons-react'
import type { QueryClient } from '@tanstack/react-query'
import { deleteQrFileMutation, deleteQrMediaMutation, qrMediaQuery } from '../../api/media.ts'
import { runMutation } from '../../api/run-mutation.ts'
import type { FinalStep } from '../../layout/commands/use-ask.ts'
import { toastError } from '../../layout/kit/toasts.tsx'

/** The QR whose files are deleted, as shown in questions. */
export interface MediaOwner {
  id: number
  name: string
}

/** The documented message of a partial deletion (ruling 44). */
const partly = 'Some files could not be deleted, please try again'

const shared = { section: 'QR code', icon: TrashIcon, needs: 'qrs.media', failureTitle: 'The media could not be deleted' } as const

/** Deletes one file. */
export const deleteFile = ({ id, name }: MediaOwner, key: string): FinalStep => ({
  ...shared,
  id: `qr.delete-file-${id}-${key}`,
  title: `Delete ${key}`,
  question: `Delete ${key}?`,
  body: `The file ${key} of ${name} (#${id}) is deleted, and its page no longer has it.`,
  confirmLabel: 'Delete',
  run: async (client) => {
    await orReload(client, id, runMutation(client, deleteQrFileMutation(), { id, key }))
    return { message: `Deleted: ${key}.` }
  },
})

/** Deletes all files. Any that couldn't be deleted reappear when the list is refetched. */
export function deleteAll({ id, name }: MediaOwner, count: number): FinalStep {
  const files = count === 1 ? 'The one file' : `All ${count} files`
  return {
    ...shared,
    id: `qr.delete-media-${id}`,
    title: `Delete all media of ${name}`,
    question: `Delete all media of ${name}?`,
    body: `${files} of ${name} (#${id}) ${count === 1 ? 'is' : 'are'} deleted, and its page no longer has them.`,
    confirmLabel: 'Delete all',
    run: async (client) => {
      const { partialDelete } = await orReload(client, id, runMutation(client, deleteQrMediaMutation(), { id }))
      if (!partialDelete) return { message: `Deleted: all media of ${name}.` }
      toastError(partly, null, 'The remaining files are in the list.')
    },
  }
}

/** On failure refetches, as somebody else may have been first. */
async function orReload<Done>(client: QueryClient, id: number, deletion: Promise<Done>): Promise<Done> {
  try {
    return await deletion
  } catch (error) {
    void client.invalidateQueries(qrMediaQuery(id))
    throw error
  }
}
