import { ArrowSwitchIcon, CircleSlashIcon, ShieldCheckIcon, SyncIcon } from '@primer/octicons-react'
import type { BulkAction } from '../contract/qr-actions.ts'
import type { QrStatus } from '../contract/qrs.ts'
import { beforehand, ifMay } from './bulk.ts'
import { type Command, type CommandContext, targetCommand, type Targets } from './command.ts'
import { describeDestiny, destinationStep, type Destiny } from './destination.ts'
import { touchesMany } from './impact.ts'
import { readStatus, statusChoices } from './qr-status.ts'
import { exportSelected } from './list-export.ts'
import { countedRecords } from './record-types.ts'

const shared = { section: 'Selected QR codes', needs: 'qrs.bulk', feature: 'bulk', places: ['bulk-bar', 'row-menu'] } as const

type Selected = Targets['qrs']
const counted = ({ ids }: Selected) => countedRecords('qrs', ids.length)

function start(context: CommandContext, { ids }: Selected, title: string, change: BulkAction) {
  const isSeen = change.action === 'blacklist' || change.action === 'transfer' || change.action === 'status'
  context.ui.openBulk({
    title,
    of: 'qrs',
    change,
    ids,
    ...(isSeen ? { touches: (possible) => touchesMany({ ids: possible })(context) } : {}),
  })
}

/** Commands on selected QR codes; each starts with a preview. */
export const qrBulkCommands: readonly Command[] = [
  targetCommand<'qrs', { status: QrStatus }>('qrs', {
    ...shared,
    id: 'qrs.set-status',
    title: () => 'Change status',
    genericTitle: 'Change the status of the selected QR codes',
    icon: SyncIcon,
    keywords: 'bulk block stop delete activate revive unblock',
    keys: 'q s',
    availability: ifMay('qrs.status'),
    args: {
      status: {
        title: 'Status',
        kind: 'choice',
        options: () => statusChoices(null),
        read: (typed) => readStatus(typed, null),
      },
    },
    danger: (selected, { status }) => ({
      ...beforehand,
      title: `Change the status of ${counted(selected)}?`,
      body: `${counted(selected)} are to become ${status}. A preview says first, one by one, what is possible.`,
    }),
    run: (context, selected, { status }) => start(context, selected, `Change the status to ${status}`, { action: 'status', status }),
  }),
  targetCommand('qrs', {
    ...shared,
    id: 'qrs.whitelist',
    title: () => 'Whitelist',
    genericTitle: 'Whitelist the selected QR codes',
    icon: ShieldCheckIcon,
    keywords: 'bulk allow trust safe',
    keys: 'q w',
    availability: ifMay('qrs.whitelist'),
    run: (context, selected) => start(context, selected, 'Whitelist', { action: 'whitelist' }),
  }),
  targetCommand('qrs', {
    ...shared,
    id: 'qrs.blacklist',
    title: () => 'Send to the blacklist',
    genericTitle: 'Send the domains of the selected QR codes to the blacklist',
    icon: CircleSlashIcon,
    keywords: 'bulk block domain url ban',
    keys: 'q b',
    availability: ifMay('qrs.blacklist'),
    run: (context, selected) => start(context, selected, 'Send domains to the blacklist', { action: 'blacklist' }),
  }),
  targetCommand<'qrs', { destiny: Destiny }>('qrs', {
    ...shared,
    id: 'qrs.transfer',
    title: () => 'Transfer',
    genericTitle: 'Transfer the selected QR codes to another customer',
    icon: ArrowSwitchIcon,
    keywords: 'bulk move give owner destination',
    keys: 'q t',
    availability: ifMay('qrs.transfer'),
    args: { destiny: destinationStep<Selected>(() => null) },
    danger: (selected, { destiny }) => ({
      ...beforehand,
      title: `Transfer ${counted(selected)}?`,
      body: `${counted(selected)} are to go to ${describeDestiny(destiny)}. A preview says first, one by one, what is possible.`,
    }),
    run: (context, selected, { destiny }) =>
      start(context, selected, `Transfer to ${describeDestiny(destiny)}`, { action: 'transfer', destiny: destiny.id }),
  }),
  exportSelected('qrs', shared.section),
]
