import { CircleSlashIcon, ClockIcon, NoteIcon, ShieldCheckIcon, ShieldXIcon, SyncIcon, UnlockIcon } from '@primer/octicons-react'
import { customerBulkNeeds as needs } from '../../contract/customer-bulk.ts'
import {
  type CustomerFacts,
  whyNotBan,
  whyNotExtendTrial,
  whyNotSync,
  whyNotUnban,
  whyNotUnwhitelist,
  whyNotWhitelist,
} from '../../contract/customer-rules.ts'
import type { Command } from '../engine/command.ts'
import { countedRecords } from '../engine/record-types.ts'
import type { Targets } from '../engine/targets.ts'
import { bulkOn } from '../shared/bulk.ts'
import { exportSelected } from '../shared/list-export.ts'
import { noteStep } from '../shared/note-step.ts'
import { daysText, trialDaysStep } from '../shared/trial-days.ts'

const section = 'Selected customers'
/** The bar has room for what is done often; the menu has everything. */
const onCustomers = bulkOn('customers', { section, needs: 'customers.bulk' })
const inMenu = ['row-menu'] as const

const customers = (count: number) => countedRecords('customers', count)

/** Why not, if all that are selected are on screen, with the facts it takes, and none of them allows it. */
const unlessAnyMay =
  (whyNot: (customer: CustomerFacts) => string | null) =>
  ({ ids, rows = [] }: Targets['customers']) => {
    const reasons = rows.map((row) => (row.isPartial ? null : whyNot(row)))
    return reasons.length < ids.length || reasons.includes(null) ? null : (reasons[0] ?? null)
  }

export const customerBulkCommands: readonly Command[] = [
  onCustomers<{ text: string }>({
    verb: 'write-note',
    title: 'Add a note',
    genericTitle: 'Add a note to the selected customers',
    icon: NoteIcon,
    keywords: 'bulk comment remark write',
    keys: 'a m',
    may: needs.note,
    args: { text: noteStep },
    ask: (rows, { text }) => ({
      title: `Add a note to ${rows}?`,
      body: `The note ‘${text}’ will be added to ${rows}, below any note that is there. A preview first shows what is possible for each one.`,
    }),
    job: ({ text }) => ({
      change: { action: 'note', text },
      done: 'given the note',
      confirmLabel: (count) => `Add it to ${customers(count)}`,
    }),
  }),
  onCustomers({
    verb: 'whitelist',
    title: 'Whitelist',
    genericTitle: 'Add the selected customers to the whitelist',
    icon: ShieldCheckIcon,
    keywords: 'bulk allow trust add',
    keys: 'a w',
    may: needs.whitelist,
    whyNot: unlessAnyMay(whyNotWhitelist),
    job: () => ({
      change: { action: 'whitelist' },
      done: 'added to the whitelist',
      confirmLabel: (count) => `Add ${customers(count)} to the whitelist`,
    }),
  }),
  onCustomers({
    verb: 'unwhitelist',
    title: 'Remove from the whitelist',
    genericTitle: 'Remove the selected customers from the whitelist',
    icon: ShieldXIcon,
    keywords: 'bulk unwhitelist',
    keys: 'a Shift+w',
    places: inMenu,
    may: needs.unwhitelist,
    whyNot: unlessAnyMay(whyNotUnwhitelist),
    job: () => ({
      change: { action: 'unwhitelist' },
      done: 'removed from the whitelist',
      confirmLabel: (count) => `Remove ${customers(count)} from the whitelist`,
    }),
  }),
  onCustomers({
    verb: 'ban',
    title: 'Ban',
    genericTitle: 'Ban the selected customers',
    icon: CircleSlashIcon,
    keywords: 'bulk block suspend',
    keys: 'a b',
    may: needs.ban,
    whyNot: unlessAnyMay(whyNotBan),
    job: () => ({
      change: { action: 'ban' },
      done: 'banned',
      effect: 'They are signed out of the app and cannot sign in again. Subscriptions and QR codes stay as they are.',
      confirmLabel: (count) => `Ban ${customers(count)}`,
    }),
  }),
  onCustomers({
    verb: 'unban',
    title: 'Unban',
    genericTitle: 'Unban the selected customers',
    icon: UnlockIcon,
    keywords: 'bulk lift allow',
    keys: 'a Shift+b',
    places: inMenu,
    may: needs.unban,
    whyNot: unlessAnyMay(whyNotUnban),
    job: () => ({ change: { action: 'unban' }, done: 'unbanned', confirmLabel: (count) => `Unban ${customers(count)}` }),
  }),
  onCustomers({
    verb: 'extend-trial',
    title: 'Extend trial',
    genericTitle: 'Extend the trial of the selected customers',
    icon: ClockIcon,
    keywords: 'bulk days longer',
    keys: 's t',
    may: needs['extend-trial'],
    whyNot: unlessAnyMay(whyNotExtendTrial),
    args: { days: trialDaysStep },
    ask: (rows, { days }) => ({
      undoable: false,
      wayBack: 'Nothing changes before you confirm the preview.',
      title: `Extend the trial of ${rows}?`,
      body: `The trials of ${rows} will be extended by ${daysText(days)}. A preview first shows what is possible for each one.`,
    }),
    job: ({ days }) => ({
      change: { action: 'extend-trial', days },
      done: `given ${daysText(days)} more of trial`,
      title: `Extend trial by ${daysText(days)}`,
      confirmLabel: (count) => `Extend ${count === 1 ? '1 trial' : `${count} trials`} by ${daysText(days)}`,
      undo: 'final',
    }),
  }),
  onCustomers({
    verb: 'sync',
    title: 'Sync',
    genericTitle: 'Sync the selected customers with the payment provider',
    icon: SyncIcon,
    keywords: 'bulk stripe refresh update payment provider',
    keys: 's s',
    places: inMenu,
    may: needs.sync,
    whyNot: unlessAnyMay(whyNotSync),
    job: () => ({
      change: { action: 'sync' },
      done: 'synced',
      title: 'Sync with the payment provider',
      confirmLabel: (count) => `Sync ${customers(count)}`,
      undo: 'none',
    }),
  }),
  exportSelected('customers', section),
]
