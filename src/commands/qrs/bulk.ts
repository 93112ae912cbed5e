import { ArrowSwitchIcon, CircleSlashIcon, ShieldCheckIcon, SyncIcon } from '@primer/octicons-react'
import type { Command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import type { Targets } from '../engine/targets.ts'
import { bulkOn } from '../shared/bulk.ts'
import { describeDestiny, destinationStep } from '../shared/destination.ts'
import { touchesMany } from '../shared/impact.ts'
import { exportSelected } from '../shared/list-export.ts'
import { selectedStatusStep } from './status.ts'

const section = 'Selected QR codes'
const onQrs = bulkOn('qrs', { section, needs: 'qrs.bulk' })

/** Of what people see; nobody sees the whitelist. */
const touching = (context: CommandContext) => (ids: readonly number[]) => touchesMany({ ids })(context)

export const qrBulkCommands: readonly Command[] = [
  onQrs({
    verb: 'set-status',
    title: 'Change status',
    genericTitle: 'Change the status of the selected QR codes',
    icon: SyncIcon,
    keywords: 'bulk block stop delete activate revive unblock',
    keys: 'q s',
    may: 'qrs.status',
    args: { status: selectedStatusStep },
    ask: (rows, { status }) => ({
      title: `Change the status of ${rows}?`,
      body: `${rows} will become ${status}. A preview first shows what is possible for each one.`,
    }),
    job: ({ status }, context) => ({
      title: `Change the status to ${status}`,
      change: { action: 'status', status },
      done: `set to ${status}`,
      touches: touching(context),
    }),
  }),
  onQrs({
    verb: 'whitelist',
    title: 'Whitelist',
    genericTitle: 'Whitelist the selected QR codes',
    icon: ShieldCheckIcon,
    keywords: 'bulk allow trust safe',
    keys: 'q w',
    may: 'qrs.whitelist',
    job: () => ({ change: { action: 'whitelist' }, done: 'whitelisted' }),
  }),
  onQrs({
    verb: 'blacklist',
    title: 'Send to the blacklist',
    genericTitle: 'Send the domains of the selected QR codes to the blacklist',
    icon: CircleSlashIcon,
    keywords: 'bulk block domain url',
    keys: 'q b',
    may: 'qrs.blacklist',
    job: (_, context) => ({
      title: 'Send domains to the blacklist',
      change: { action: 'blacklist' },
      done: 'sent to the blacklist',
      touches: touching(context),
    }),
  }),
  onQrs({
    verb: 'transfer',
    title: 'Transfer',
    genericTitle: 'Transfer the selected QR codes to another customer',
    icon: ArrowSwitchIcon,
    keywords: 'bulk move owner destination',
    keys: 'q t',
    may: 'qrs.transfer',
    args: { destiny: destinationStep<Targets['qrs']>(() => null) },
    ask: (rows, { destiny }) => ({
      title: `Transfer ${rows}?`,
      body: `${rows} will go to ${describeDestiny(destiny)}. A preview first shows what is possible for each one.`,
    }),
    job: ({ destiny }, context) => ({
      title: `Transfer to ${describeDestiny(destiny)}`,
      change: { action: 'transfer', destiny: destiny.id },
      done: 'transferred',
      touches: touching(context),
    }),
  }),
  exportSelected('qrs', section),
]
