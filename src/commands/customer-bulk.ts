import { CircleSlashIcon, ClockIcon, NoteIcon, ShieldCheckIcon, ShieldXIcon, SyncIcon, UnlockIcon } from '@primer/octicons-react'
import { TrialDays } from '../contract/customer-actions.ts'
import { AddedNote, type CustomerBulk, customerBulkNeeds } from '../contract/customer-bulk.ts'
import { beforehand, ifMay } from './bulk.ts'
import { type BulkJob, type Command, type CommandContext, readBy, targetCommand, type Targets, wholeNumber } from './command.ts'
import { daysText } from './days-text.ts'
import { exportSelected } from './list-export.ts'
import { countedRecords } from './record-types.ts'

const shared = { section: 'Selected customers', needs: 'customers.bulk', feature: 'bulk' } as const
/** The bar has room for what is done often; the menu has everything. */
const [inBar, inMenu] = [['bulk-bar', 'row-menu'] as const, ['row-menu'] as const]

type Selected = Targets['customers']
const customers = (count: number) => countedRecords('customers', count)
const counted = ({ ids }: Selected) => customers(ids.length)

function start(context: CommandContext, { ids }: Selected, change: CustomerBulk, job: Pick<BulkJob, 'title' | 'confirmLabel' | 'undo'>) {
  context.ui.openBulk({ ...job, of: 'customers', change, ids })
}

const may = (action: CustomerBulk['action']) => ifMay(customerBulkNeeds[action])
const readDays = readBy(TrialDays, wholeNumber)

/** Commands on selected customers; each starts with a preview. */
export const customerBulkCommands: readonly Command[] = [
  targetCommand<'customers', { text: string }>('customers', {
    ...shared,
    id: 'customers.write-note',
    title: () => 'Add a note',
    genericTitle: 'Add a note to the selected customers',
    icon: NoteIcon,
    keywords: 'bulk comment remark write',
    keys: 'a m',
    places: inBar,
    availability: may('note'),
    args: {
      text: { title: 'Note', kind: 'text', hint: () => 'Goes below a note that is there already', read: readBy(AddedNote) },
    },
    danger: (selected, { text }) => ({
      ...beforehand,
      title: `Add a note to ${counted(selected)}?`,
      body: `${counted(selected)} are to have the note ‘${text}’, below the one they have. A preview says first, one by one, what is possible.`,
    }),
    run: (context, selected, { text }) =>
      start(
        context,
        selected,
        { action: 'note', text },
        {
          title: 'Add a note',
          confirmLabel: (count) => `Add it to ${customers(count)}`,
        },
      ),
  }),
  targetCommand('customers', {
    ...shared,
    id: 'customers.whitelist',
    title: () => 'Whitelist',
    genericTitle: 'Add the selected customers to the whitelist',
    icon: ShieldCheckIcon,
    keywords: 'bulk allow trust add',
    keys: 'a w',
    places: inBar,
    availability: may('whitelist'),
    run: (context, selected) =>
      start(
        context,
        selected,
        { action: 'whitelist' },
        { title: 'Whitelist', confirmLabel: (count) => `Add ${customers(count)} to the whitelist` },
      ),
  }),
  targetCommand('customers', {
    ...shared,
    id: 'customers.unwhitelist',
    title: () => 'Remove from the whitelist',
    genericTitle: 'Remove the selected customers from the whitelist',
    icon: ShieldXIcon,
    keywords: 'bulk unwhitelist',
    keys: 'a Shift+w',
    places: inMenu,
    availability: may('unwhitelist'),
    run: (context, selected) =>
      start(
        context,
        selected,
        { action: 'unwhitelist' },
        { title: 'Remove from the whitelist', confirmLabel: (count) => `Remove ${customers(count)} from the whitelist` },
      ),
  }),
  targetCommand('customers', {
    ...shared,
    id: 'customers.ban',
    title: () => 'Ban',
    genericTitle: 'Ban the selected customers',
    icon: CircleSlashIcon,
    keywords: 'bulk block suspend',
    keys: 'a b',
    places: inBar,
    availability: may('ban'),
    run: (context, selected) =>
      start(context, selected, { action: 'ban' }, { title: 'Ban', confirmLabel: (count) => `Ban ${customers(count)}` }),
  }),
  targetCommand('customers', {
    ...shared,
    id: 'customers.unban',
    title: () => 'Unban',
    genericTitle: 'Unban the selected customers',
    icon: UnlockIcon,
    keywords: 'bulk lift allow',
    keys: 'a Shift+b',
    places: inMenu,
    availability: may('unban'),
    run: (context, selected) =>
      start(context, selected, { action: 'unban' }, { title: 'Unban', confirmLabel: (count) => `Unban ${customers(count)}` }),
  }),
  targetCommand<'customers', { days: number }>('customers', {
    ...shared,
    id: 'customers.extend-trial',
    title: () => 'Extend trial',
    genericTitle: 'Extend the trial of the selected customers',
    icon: ClockIcon,
    keywords: 'bulk days longer',
    keys: 's t',
    places: inBar,
    availability: may('extend-trial'),
    args: {
      days: {
        title: 'Days',
        kind: 'number',
        hint: () => '1 to 365 days',
        read: (typed) => {
          const read = readDays(typed)
          return read.refusal === null ? { ...read, words: daysText(read.value) } : read
        },
      },
    },
    danger: (selected, { days }) => ({
      ...beforehand,
      undoable: false,
      wayBack: 'Nothing changes before you confirm the preview.',
      title: `Extend the trial of ${counted(selected)}?`,
      body: `The trials of ${counted(selected)} are to get ${daysText(days)} more. A preview says first, one by one, what is possible.`,
    }),
    run: (context, selected, { days }) =>
      start(
        context,
        selected,
        { action: 'extend-trial', days },
        {
          title: `Extend trial by ${daysText(days)}`,
          confirmLabel: (count) => `Extend ${count === 1 ? '1 trial' : `${count} trials`} by ${daysText(days)}`,
          undo: 'final',
        },
      ),
  }),
  targetCommand('customers', {
    ...shared,
    id: 'customers.sync',
    title: () => 'Sync',
    genericTitle: 'Sync the selected customers with the payment provider',
    icon: SyncIcon,
    keywords: 'bulk stripe refresh update payment provider',
    keys: 's s',
    places: inMenu,
    availability: may('sync'),
    run: (context, selected) =>
      start(
        context,
        selected,
        { action: 'sync' },
        { title: 'Sync with the payment provider', confirmLabel: (count) => `Sync ${customers(count)}`, undo: 'none' },
      ),
  }),
  exportSelected('customers', shared.section),
]
