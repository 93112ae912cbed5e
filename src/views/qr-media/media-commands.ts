import { TrashIcon } from '@primer/octicons-react'
import { deleteQrFileMutation, deleteQrMediaMutation, qrMediaQuery } from '../../api/media.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { type Command, type CommandContext, command } from '../../commands/command.ts'
import { toastError } from '../../layout/kit/toasts.tsx'

/** The QR whose files are deleted, as shown in questions. */
export interface MediaOwner {
  id: number
  name: string
}

/** The documented message of a partial deletion (ruling 44). */
const partly = 'Some files could not be deleted, please try again'

const failed = 'The media could not be deleted'

/** Shared by both. They exist only on this page, so neither palette nor menus show them. */
const shared = { section: 'QR code', icon: TrashIcon, scope: 'list', needs: 'qrs.media', failureTitle: failed } as const

/** Deletes one file after confirmation. */
export function deleteFile({ id, name }: MediaOwner, key: string): Command {
  return command({
    ...shared,
    id: `qr.delete-file-${id}-${key}`,
    title: `Delete ${key}`,
    danger: () => ({
      title: `Delete ${key}?`,
      body: `The file ${key} of ${name} (#${id}) is deleted, and its page no longer has it.`,
      confirmLabel: 'Delete',
      undoable: false,
    }),
    run: async (context) => {
      await orReload(context, id, runMutation(context.queryClient, deleteQrFileMutation(), { id, key }))
      return { message: `Deleted: ${key}.` }
    },
  })
}

/** Deletes all files after confirmation. Any that couldn't be deleted reappear when the list is refetched. */
export function deleteAll({ id, name }: MediaOwner, count: number): Command {
  const files = count === 1 ? 'The one file' : `All ${count} files`
  return command({
    ...shared,
    id: `qr.delete-media-${id}`,
    title: `Delete all media of ${name}`,
    danger: () => ({
      title: `Delete all media of ${name}?`,
      body: `${files} of ${name} (#${id}) ${count === 1 ? 'is' : 'are'} deleted, and its page no longer has them.`,
      confirmLabel: 'Delete all',
      undoable: false,
    }),
    run: async (context) => {
      const { partialDelete } = await orReload(context, id, runMutation(context.queryClient, deleteQrMediaMutation(), { id }))
      if (!partialDelete) return { message: `Deleted: all media of ${name}.` }
      toastError(partly, null, 'The files that are left are in the list.')
    },
  })
}

/** On failure refetches, as somebody else may have been first. */
async function orReload<Done>({ queryClient }: CommandContext, id: number, deletion: Promise<Done>): Promise<Done> {
  try {
    return await deletion
  } catch (error) {
    void queryClient.invalidateQueries(qrMediaQuery(id))
    throw error
  }
}
