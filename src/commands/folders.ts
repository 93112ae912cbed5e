import { ArrowSwitchIcon } from '@primer/octicons-react'
import { transferFoldersMutation } from '../api/qr-actions.ts'
import type { Command } from './engine/command.ts'
import { describeCustomer, describeFolders } from './engine/target-name.ts'
import type { Targets } from './engine/targets.ts'
import { change } from './shared/change.ts'
import { commandsOn } from './shared/commands-on.ts'
import { describeDestiny, destinationStep } from './shared/destination.ts'
import { touchesMany } from './shared/impact.ts'

/** Commands on folders selected on a customer page, or on one that was found (document 2, section 2; ruling 43). */
export const folderCommands: readonly Command[] = [
  commandsOn('folders', { section: 'Folders', places: ['bulk-bar'] })({
    verb: 'transfer',
    title: ({ folders }) => (folders.length === 1 ? 'Transfer the folder' : `Transfer ${folders.length} folders`),
    genericTitle: 'Transfer folders to another customer',
    icon: ArrowSwitchIcon,
    keywords: 'move owner destination',
    keys: 'c f',
    needs: 'qrs.transfer',
    args: { destiny: destinationStep<Targets['folders']>(({ id }) => id) },
    failureTitle: 'Folder transfer error, try again.',
    danger: (selected, { destiny }) => ({
      title: `Transfer ${describeFolders(selected.folders)}?`,
      body: `${describeFolders(selected.folders)} of ${describeCustomer(selected)} and the QR codes inside go to ${describeDestiny(destiny)}.`,
      confirmLabel: `Transfer to #${destiny.id}`,
      undoable: true,
      wayBack: 'They can be transferred back.',
      touches: touchesMany({ userId: selected.id, folders: selected.folders.map(({ id }) => id) }),
    }),
    change: ({ id, folders }, { destiny }) => {
      const transfer = { userId: id, folders: folders.map((folder) => folder.id), destiny: destiny.id }
      return change(transferFoldersMutation(), transfer, `Folders transferred to ${destiny.name || destiny.email}.`)
    },
  }),
]
