import { TrashIcon } from '@primer/octicons-react'
import { deleteQrFileMutation, deleteQrMediaMutation, qrMediaQuery } from '../../api/media.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { type Command, type CommandContext, command } from '../../commands/command.ts'
import { toastError } from '../../layout/kit/toasts.tsx'

/** The QR whose files are deleted, as questions name it. */
export interface MediaOwner {
  id: number
  name: string
}

/** The documented message of a deletion that went half way (ruling 44). */
const partly = 'Some files could not be deleted, please try again'

const failed = 'The media could not be deleted'

/** What both have in common: they belong to this page alone, so that neither palette nor menus have them. */
const shared = { section: 'QR code', icon: TrashIcon, scope: 'list', needs: 'qrs.media', places: [], failureTitle: failed } as const

/** Deletes one file, once it is confirmed. */
export function deleteFile({ id, name }: MediaOwner, key: string): Command {
  return command({
    ...shared,
    id: `qr.delete-file-${id}-${key}`,
    title: () => `Delete ${key}`,
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

/** Deletes all files, once it is confirmed. Those that could not be deleted are still there when the list has been asked for again. */
export function deleteAll({ id, name }: MediaOwner, count: number): Command {
  const files = count === 1 ? 'The one file' : `All ${count} files`
  return command({
    ...shared,
    id: `qr.delete-media-${id}`,
    title: () => `Delete all media of ${name}`,
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

/** A failure may mean that somebody else was first: what is on screen is asked for again. */
async function orReload<Done>({ queryClient }: CommandContext, id: number, deletion: Promise<Done>): Promise<Done> {
  try {
    return await deletion
  } catch (error) {
    void queryClient.invalidateQueries(qrMediaQuery(id))
    throw error
  }
}
