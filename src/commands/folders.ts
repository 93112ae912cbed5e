import { ArrowSwitchIcon } from '@primer/octicons-react'
import { runMutation } from '../api/run-mutation.ts'
import { type Command, targetCommand, type Targets } from './command.ts'
import { describeDestiny, destinationStep, type Destiny } from './destination.ts'
import { touchesMany } from './impact.ts'
import { transferFoldersMutation } from '../api/qr-actions.ts'
import { describeCustomer, describeFolders } from './target-name.ts'
import { undoOf } from './undo-of.ts'

/** Commands on folders selected on a customer page (document 2, section 2; ruling 43). */
export const folderCommands: readonly Command[] = [
  targetCommand<'folders', { destiny: Destiny }>('folders', {
    id: 'folders.transfer',
    title: ({ folders }) => (folders.length === 1 ? 'Transfer the folder' : `Transfer ${folders.length} folders`),
    genericTitle: 'Transfer the selected folders to another customer',
    section: 'Folders',
    icon: ArrowSwitchIcon,
    keywords: 'move give owner destination',
    keys: 'c f',
    needs: 'qrs.transfer',
    places: ['bulk-bar'],
    args: { destiny: destinationStep<Targets['folders']>(({ id }) => id) },
    failureTitle: 'Folder transfer error, try again.',
    closesOnFailure: true,
    danger: (selected, { destiny }) => ({
      title: `Transfer ${describeFolders(selected.folders)}?`,
      body: `${describeFolders(selected.folders)} of ${describeCustomer(selected)} and the QR codes in them go to ${describeDestiny(destiny)}.`,
      confirmLabel: `Transfer to #${destiny.id}`,
      undoable: true,
      wayBack: 'They can be transferred back.',
      touches: touchesMany({ userId: selected.id, folders: selected.folders.map(({ id }) => id) }),
    }),
    run: async (context, { id, folders }, { destiny }) => {
      const transfer = { userId: id, folders: folders.map((folder) => folder.id), destiny: destiny.id }
      const done = await runMutation(context.queryClient, transferFoldersMutation(), transfer)
      return { message: `Folders transferred to ${destiny.name || destiny.email}.`, ...undoOf(done) }
    },
  }),
]
