import { setQrStatusMutation } from '../api/qr-actions.ts'
import { checkWebriskMutation, setWebriskStatusMutation } from '../api/webrisk.ts'
import {
  CircleSlashIcon,
  CopyIcon,
  IssueReopenedIcon,
  LinkExternalIcon,
  PersonIcon,
  QuestionIcon,
  SearchIcon,
  ShieldCheckIcon,
  ShieldXIcon,
} from '@primer/octicons-react'
import { apiHas } from '../api/features.ts'
import { runMutation } from '../api/run-mutation.ts'
import { webLink, whyNotLink } from '../contract/preview.ts'
import { type WebriskVerdict, webriskStatuses, webriskVerdicts, whyNotBlockQr, whyNotSetWebrisk } from '../contract/webrisk.ts'
import { blocked, type Command, type CommandContext, type Outcome, ready, targetCommand, type Targets, unlessRefused } from './command.ts'
import { touchesQr } from './impact.ts'
import { exportSelected } from './list-export.ts'
import { type Review, reviewCommands, selectedReviewCommands } from './reviews.ts'
import { shortUrl } from './target-name.ts'
import { undoOf } from './undo-of.ts'

const section = 'Web risk'
const needs = 'security.manage'
const places = ['row-menu'] as const

type Entry = Targets['webrisk']

const nameOf = ({ url }: Entry) => shortUrl(url)

async function setStatus(context: CommandContext, entry: Entry, status: WebriskVerdict): Promise<Outcome> {
  const done = await runMutation(context.queryClient, setWebriskStatusMutation(), { id: entry.id, status, expected: entry.status })
  return { message: `Status changed: ${nameOf(entry)} is ${webriskStatuses[status]}.`, ...undoOf(done) }
}

const review: Review<'webrisk', WebriskVerdict> = {
  type: 'webrisk',
  nouns: { one: 'an address', selected: 'the selected addresses' },
  sections: { one: section, selected: 'Selected web-risk entries' },
  title: 'Set the web-risk status',
  statuses: webriskVerdicts,
  labels: webriskStatuses,
  marks: [
    { verb: 'mark-safe', status: 1, keys: 'w 1', icon: ShieldCheckIcon },
    { verb: 'mark-unsafe', status: 2, keys: 'w 2', icon: ShieldXIcon },
    { verb: 'mark-unknown', status: 3, keys: 'w 3', icon: QuestionIcon },
  ],
  keys: 'w s',
  keywords: { status: 'safe unsafe unknown verdict judge', marks: 'verdict judge' },
  whyNot: whyNotSetWebrisk,
  set: setStatus,
  selection: 'webrisks',
  change: (status) => ({ of: 'webrisks', change: { action: 'status', status } }),
}

/** Commands on one web-risk address. */
const entryCommands: readonly Command[] = [
  ...reviewCommands(review),
  targetCommand('webrisk', {
    id: 'webrisk.check',
    title: () => 'Check again',
    genericTitle: 'Check an address again',
    section,
    icon: IssueReopenedIcon,
    keywords: 'look up google scan',
    keys: 'w c',
    needs,
    feature: 'webrisk-check',
    places,
    run: checkAgain,
  }),
  targetCommand('webrisk', {
    id: 'webrisk.block-qr',
    title: () => 'Block its QR code',
    genericTitle: 'Block the QR code that leads to an address',
    section,
    icon: CircleSlashIcon,
    keywords: 'stop ban',
    keys: 'w b',
    needs: 'qrs.status',
    places,
    // Other admin APIs report only the QR's id, so their server decides.
    availability: (_context, { qr, qrInfo }) =>
      qr !== null && qrInfo === null && !apiHas('fields') ? ready : unlessRefused(whyNotBlockQr(qrInfo)),
    danger: (entry) => ({
      title: `Block ${qrNameOf(entry)}?`,
      body: `${qrNameOf(entry)} (${entry.qrInfo === null ? '' : `uri ${entry.qrInfo.uri}, `}#${entry.qr ?? '–'}), which leads to ${nameOf(entry)}, becomes blocked. Scans no longer lead to its content.`,
      confirmLabel: 'Block',
      undoable: true,
      wayBack: 'The status of the QR code can be changed again.',
      ...(entry.qr === null ? {} : { touches: touchesQr(entry.qr) }),
    }),
    run: async (context, entry) => {
      if (entry.qr === null) throw new Error('an entry without QR was let through')
      const done = await runMutation(context.queryClient, setQrStatusMutation(), { id: entry.qr, status: 'blocked' })
      return { message: `QR code blocked: ${qrNameOf(entry)}.`, ...undoOf(done) }
    },
  }),
]

const qrNameOf = ({ qr, qrInfo }: Entry) => qrInfo?.name || `QR ${qr ?? ''}`

async function checkAgain(context: CommandContext, entry: Entry): Promise<Outcome> {
  const done = await runMutation(context.queryClient, checkWebriskMutation(), { id: entry.id })
  const label = webriskStatuses[done.status]
  const stays = done.status === entry.status
  if (done.failure !== null) return { message: `${done.failure} ${nameOf(entry)} ${stays ? 'stays' : 'is now'} ${label}.`, ...undoOf(done) }
  const threats = done.threats.length === 0 ? '' : ` (${done.threats.join(', ')})`
  return { message: `Checked: ${nameOf(entry)} ${stays ? 'is still' : 'is'} ${label}${threats}.`, ...undoOf(done) }
}

/** Links from rows of the list and the log. */
const linkCommands: readonly Command[] = (['webrisk', 'tracker'] as const).flatMap((type) => [
  targetCommand(type, {
    id: `${type}.open-customer`,
    title: () => 'Open its customer in a new tab',
    genericTitle: type === 'webrisk' ? "Open an address's customer in a new tab" : "Open a log entry's customer in a new tab",
    section,
    icon: PersonIcon,
    keywords: 'owner user',
    keys: 'o c',
    places,
    availability: (_context, { user }) => (user === null ? blocked('No customer.') : ready),
    run: (context, { user }) => context.openInNewTab(`/customers/${user}`),
  }),
  targetCommand(type, {
    id: `${type}.open-qr`,
    title: () => 'Show its QR code',
    genericTitle: type === 'webrisk' ? 'Show the QR code that leads to an address' : "Show a log entry's QR code",
    section,
    icon: SearchIcon,
    keywords: 'find list',
    keys: 'o q',
    places,
    availability: (_context, { qr }) => (qr === null ? blocked('No QR code.') : ready),
    run: (context, { qr }) => context.navigate(`/qrs?searchTerm=${qr}&exactSearch=true`),
  }),
  ...(type === 'webrisk'
    ? [
        targetCommand('webrisk', {
          id: 'webrisk.open-link',
          title: () => 'Open the address in a new tab',
          genericTitle: 'Open an address in a new tab',
          section,
          icon: LinkExternalIcon,
          keywords: 'visit url',
          keys: 'o l',
          places,
          availability: (_context, { url }) => unlessRefused(whyNotLink(url)),
          run: (context, { url }) => {
            const address = webLink(url)
            if (address !== null) context.openInNewTab(address)
          },
        }),
      ]
    : []),
  targetCommand(type, {
    id: `${type}.copy-link`,
    title: () => 'Copy the address',
    genericTitle: type === 'webrisk' ? 'Copy an address' : "Copy a log entry's address",
    section,
    icon: CopyIcon,
    keywords: 'url link',
    keys: 'y l',
    places,
    run: (context, { url }) => context.copy(url, 'address'),
  }),
])

const bulk = { section: review.sections.selected, needs, feature: 'bulk', places: ['bulk-bar', 'row-menu'] } as const

/** Commands on selected addresses; each starts with a preview. */
const selectionCommands: readonly Command[] = [
  ...selectedReviewCommands(review),
  targetCommand('webrisks', {
    ...bulk,
    id: 'webrisks.check',
    title: () => 'Check again',
    genericTitle: 'Check the selected addresses again',
    icon: IssueReopenedIcon,
    keywords: 'bulk look up google scan',
    keys: 'w c',
    run: (context, { ids }) => context.ui.openBulk({ title: 'Check again', of: 'webrisks', change: { action: 'check' }, ids }),
  }),
  targetCommand('webrisks', {
    ...bulk,
    id: 'webrisks.block-qr',
    title: () => 'Block QR codes',
    genericTitle: 'Block the QR codes that lead to the selected addresses',
    icon: CircleSlashIcon,
    keywords: 'bulk stop ban',
    keys: 'w b',
    availability: ({ user }) => (user.capabilities.includes('qrs.status') ? ready : { state: 'hidden' }),
    run: (context, { ids }) => context.ui.openBulk({ title: 'Block QR codes', of: 'webrisks', change: { action: 'block' }, ids }),
  }),
  exportSelected('webrisks', bulk.section),
]

export const webriskCommands: readonly Command[] = [...entryCommands, ...selectionCommands, ...linkCommands]
