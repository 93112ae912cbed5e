import { CheckCircleIcon, CopyIcon, HourglassIcon, LinkExternalIcon, MailIcon, SearchIcon, SyncIcon } from '@primer/octicons-react'
import { runMutation } from '../api/run-mutation.ts'
import { type AbuseStep, abuseStatuses, abuseSteps, reportedUri, whyNotSetAbuse } from '../contract/abuse.ts'
import { webLink, whyNotLink } from '../contract/preview.ts'
import { blocked, type Command, type CommandContext, type Outcome, ready, targetCommand, type Targets, unlessRefused } from './command.ts'
import { exportSelected } from './list-export.ts'
import { statusStep } from './status-step.ts'
import { countedRecords } from './record-types.ts'
import { shortUrl } from './target-name.ts'
import { undoOf } from './undo-of.ts'

const section = 'Abuse report'
const needs = 'security.manage'
const places = ['row-menu'] as const

type Report = Targets['abuse']
type Selected = Targets['abuses']

async function setStatus(context: CommandContext, report: Report, status: AbuseStep): Promise<Outcome> {
  // Loaded on first use, to keep it out of the shell.
  const { setAbuseStatusMutation } = await import('../api/abuse.ts')
  const done = await runMutation(context.queryClient, setAbuseStatusMutation(), { id: report.id, status, expected: report.status })
  return { message: `Status changed: the report on ${shortUrl(report.url)} is ${abuseStatuses[status]}.`, ...undoOf(done) }
}

const marks = [
  { verb: 'mark-pending', status: 1, keys: 'r 1', icon: HourglassIcon },
  { verb: 'mark-finished', status: 2, keys: 'r 2', icon: CheckCircleIcon },
] as const

const markAll = (context: CommandContext, ids: readonly number[], status: AbuseStep) =>
  context.ui.openBulk({ title: `Mark ${abuseStatuses[status]}`, of: 'abuses', change: { action: 'status', status }, ids })

const counted = ({ ids }: Selected) => countedRecords('abuses', ids.length)

/** Commands on abuse reports, single or selected (document 2, sections 2 and 4; ruling 48). */
export const abuseCommands: readonly Command[] = [
  targetCommand<'abuses', { status: AbuseStep }>('abuses', {
    id: 'abuses.set-status',
    title: () => 'Set status',
    genericTitle: 'Set the status of the selected abuse reports',
    section: 'Selected abuse reports',
    icon: SyncIcon,
    keywords: 'bulk pending finished',
    keys: 'r s',
    needs,
    feature: 'bulk',
    places: ['bulk-bar', 'row-menu'],
    args: {
      status: statusStep(abuseSteps, abuseStatuses),
    },
    danger: (selected, { status }) => ({
      title: `Set the status of ${counted(selected)}?`,
      body: `${counted(selected)} are to become ${abuseStatuses[status]}. A preview says first, one by one, what is possible.`,
      confirmLabel: 'Preview',
      undoable: true,
      restores: true,
    }),
    run: (context, { ids }, { status }) => markAll(context, ids, status),
  }),
  ...marks.map(({ verb, status, keys, icon }) =>
    targetCommand('abuses', {
      id: `abuses.${verb}`,
      title: () => `Mark ${abuseStatuses[status]}`,
      genericTitle: `Mark the selected abuse reports ${abuseStatuses[status]}`,
      section: 'Selected abuse reports',
      icon,
      keywords: 'bulk status done',
      keys,
      needs,
      feature: 'bulk',
      places: ['row-menu'],
      run: (context, { ids }) => markAll(context, ids, status),
    }),
  ),
  exportSelected('abuses', 'Selected abuse reports'),
  ...marks.map(({ verb, status, keys, icon }) =>
    targetCommand('abuse', {
      id: `abuse.${verb}`,
      title: () => `Mark ${abuseStatuses[status]}`,
      genericTitle: `Mark an abuse report ${abuseStatuses[status]}`,
      section,
      icon,
      keywords: 'status done',
      keys,
      needs,
      places,
      availability: (_context, report) => unlessRefused(whyNotSetAbuse(report.status, status)),
      run: (context, report) => setStatus(context, report, status),
    }),
  ),
  targetCommand<'abuse', { status: AbuseStep }>('abuse', {
    id: 'abuse.set-status',
    title: () => 'Set the status of the report',
    genericTitle: 'Set the status of an abuse report',
    section,
    icon: SyncIcon,
    keywords: 'pending finished',
    keys: 'r s',
    needs,
    places: [],
    args: {
      status: statusStep(abuseSteps, abuseStatuses, (report, status) => whyNotSetAbuse(report.status, status)),
    },
    run: (context, report, { status }) => setStatus(context, report, status),
  }),
  targetCommand('abuse', {
    id: 'abuse.open-qr',
    title: () => 'Show the reported QR code',
    genericTitle: 'Show the QR code that an abuse report is about',
    section,
    icon: SearchIcon,
    keywords: 'find list uri',
    keys: 'o q',
    places,
    availability: ({ user }, { url }) => (reportedUri(url, user.publicSiteUrl) === null ? blocked('Not one of our addresses.') : ready),
    run: (context, { url }) => {
      const uri = reportedUri(url, context.user.publicSiteUrl)
      if (uri !== null) context.navigate(`/qrs?searchTerm=${uri}&exactSearch=true`)
    },
  }),
  targetCommand('abuse', {
    id: 'abuse.open-link',
    title: () => 'Open the reported address in a new tab',
    genericTitle: 'Open a reported address in a new tab',
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
  targetCommand('abuse', {
    id: 'abuse.copy-link',
    title: () => 'Copy the reported address',
    genericTitle: 'Copy a reported address',
    section,
    icon: CopyIcon,
    keywords: 'url link',
    keys: 'y l',
    places,
    run: (context, { url }) => context.copy(url, 'address'),
  }),
  targetCommand('abuse', {
    id: 'abuse.copy-email',
    title: () => 'Copy the reporter’s e-mail',
    genericTitle: 'Copy the e-mail of who reported abuse',
    section,
    icon: MailIcon,
    keywords: 'sender reporter',
    keys: 'y e',
    places,
    run: (context, { email }) => context.copy(email, 'e-mail'),
  }),
]
