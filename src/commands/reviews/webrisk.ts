import { CircleSlashIcon, IssueReopenedIcon, QuestionIcon, SearchIcon, ShieldCheckIcon, ShieldXIcon } from '@primer/octicons-react'
import { apiHas } from '../../api/features.ts'
import { setQrStatusMutation } from '../../api/qr-actions.ts'
import { checkWebriskMutation, setWebriskStatusMutation } from '../../api/webrisk.ts'
import { type WebriskVerdict, webriskStatuses, webriskVerdicts, whyNotBlockQr, whyNotSetWebrisk } from '../../contract/webrisk.ts'
import type { Command } from '../engine/command.ts'
import { shortUrl } from '../engine/target-name.ts'
import type { Targets } from '../engine/targets.ts'
import { bulkOn } from '../shared/bulk.ts'
import { change } from '../shared/change.ts'
import { commandsOn, type Shared } from '../shared/commands-on.ts'
import { copiesOf } from '../shared/copies.ts'
import { touchesQr } from '../shared/impact.ts'
import { exportSelected } from '../shared/list-export.ts'
import { openCustomer } from '../shared/open-customer.ts'
import { openLink, type Review, reviewCommands, selectedReviewCommands } from './reviews.ts'

const needs = 'security.manage'
const shared: Shared = { section: 'Web risk', places: ['row-menu'] }
const onEntry = commandsOn('webrisk', shared)

type Entry = Targets['webrisk']

const nameOf = ({ url }: Entry) => shortUrl(url)

const review: Review<'webrisk', WebriskVerdict> = {
  type: 'webrisk',
  nouns: { one: 'an address', selected: 'the selected addresses' },
  shared,
  selected: 'Selected web-risk entries',
  title: 'Set the web-risk status',
  statuses: webriskVerdicts,
  labels: webriskStatuses,
  marks: [
    { verb: 'mark-safe', status: 1, keys: 'w 1', icon: ShieldCheckIcon },
    { verb: 'mark-unsafe', status: 2, keys: 'w 2', icon: ShieldXIcon },
    { verb: 'mark-unknown', status: 3, keys: 'w 3', icon: QuestionIcon },
  ],
  keys: 'w s',
  keywords: 'safe unsafe unknown verdict judge',
  whyNot: whyNotSetWebrisk,
  set: (entry, status) => {
    const message = `Status changed: ${nameOf(entry)} is ${webriskStatuses[status]}.`
    return change(setWebriskStatusMutation(), { id: entry.id, status, expected: entry.status }, message)
  },
  selection: 'webrisks',
  change: (status) => ({ action: 'status', status }),
}

const entryCommands: readonly Command[] = [
  ...reviewCommands(review),
  onEntry({
    verb: 'check',
    title: 'Check again',
    genericTitle: 'Check an address again',
    icon: IssueReopenedIcon,
    aka: ['Recheck', 'Rescan', 'Scan again'],
    keywords: 'look up google scan',
    keys: 'w c',
    needs,
    feature: 'webrisk-check',
    change: (entry) =>
      change(checkWebriskMutation(), { id: entry.id }, ({ status, failure, threats }) => {
        const label = webriskStatuses[status]
        const stays = status === entry.status
        if (failure !== null) return `${failure} ${nameOf(entry)} ${stays ? 'stays' : 'is now'} ${label}.`
        const found = threats.length === 0 ? '' : ` (${threats.join(', ')})`
        return `Checked: ${nameOf(entry)} ${stays ? 'is still' : 'is'} ${label}${found}.`
      }),
  }),
  onEntry({
    verb: 'block-qr',
    title: 'Block its QR code',
    genericTitle: 'Block the QR code that leads to an address',
    icon: CircleSlashIcon,
    keys: 'w b',
    needs: 'qrs.status',
    // Other admin APIs report only the QR's id, so their server decides.
    whyNot: ({ qr, qrInfo }) => (qr !== null && qrInfo === null && !apiHas('fields') ? null : whyNotBlockQr(qrInfo)),
    danger: (entry) => ({
      title: `Block ${qrNameOf(entry)}?`,
      body: `${qrNameOf(entry)} (${entry.qrInfo === null ? '' : `URI ${entry.qrInfo.uri}, `}#${entry.qr ?? '–'}), which leads to ${nameOf(entry)}, becomes blocked. Scans no longer lead to its content.`,
      confirmLabel: 'Block',
      undoable: true,
      wayBack: 'The status of the QR code can be changed again.',
      ...(entry.qr === null ? {} : { touches: touchesQr(entry.qr) }),
    }),
    change: (entry) => {
      if (entry.qr === null) throw new Error('an entry without QR was let through')
      return change(setQrStatusMutation(), { id: entry.qr, status: 'blocked' }, `QR code blocked: ${qrNameOf(entry)}.`)
    },
  }),
]

const qrNameOf = ({ qr, qrInfo }: Entry) => qrInfo?.name || `QR ${qr ?? ''}`

const onEntries = bulkOn('webrisks', { section: review.selected, needs })

const selectionCommands: readonly Command[] = [
  ...selectedReviewCommands(review),
  onEntries({
    verb: 'check',
    title: 'Check again',
    genericTitle: 'Check the selected addresses again',
    icon: IssueReopenedIcon,
    keywords: 'bulk look up google scan',
    keys: 'w c',
    job: () => ({ change: { action: 'check' }, done: 'checked again' }),
  }),
  onEntries({
    verb: 'block-qr',
    title: 'Block QR codes',
    genericTitle: 'Block the QR codes that lead to the selected addresses',
    icon: CircleSlashIcon,
    keywords: 'bulk stop',
    keys: 'w b',
    may: 'qrs.status',
    job: () => ({ change: { action: 'block' }, done: 'whose QR codes are now blocked' }),
  }),
  exportSelected('webrisks', review.selected),
]

/** Links from rows of the list and the log. */
const linkCommands: readonly Command[] = (['webrisk', 'tracker'] as const).flatMap((type) => {
  const [declare, copy] = [commandsOn(type, shared), copiesOf(type, shared)]
  return [
    openCustomer(type, {
      ...shared,
      genericTitle: type === 'webrisk' ? "Open an address's customer in a new tab" : "Open a log entry's customer in a new tab",
      of: ({ user }) => user,
      whyNot: ({ user }) => (user === null ? 'No customer.' : null),
      inNewTab: true,
    }),
    declare({
      verb: 'open-qr',
      title: 'Show its QR code',
      genericTitle: type === 'webrisk' ? 'Show the QR code that leads to an address' : "Show a log entry's QR code",
      icon: SearchIcon,
      keywords: 'list',
      keys: 'o q',
      whyNot: ({ qr }) => (qr === null ? 'No QR code.' : null),
      run: (context, { qr }) => context.navigate(`/qrs?searchTerm=${qr}&exactSearch=true`),
    }),
    ...(type === 'webrisk' ? [openLink(type, shared, 'Open the address in a new tab', 'Open an address in a new tab')] : []),
    copy({
      verb: 'copy-link',
      what: 'address',
      title: 'Copy the address',
      genericTitle: type === 'webrisk' ? 'Copy an address' : "Copy a log entry's address",
      keywords: 'url link',
      keys: 'y l',
      of: ({ url }) => url,
    }),
  ]
})

export const webriskCommands: readonly Command[] = [...entryCommands, ...selectionCommands, ...linkCommands]
