import { CheckCircleIcon, CopyIcon, HourglassIcon, LinkExternalIcon, MailIcon, SearchIcon } from '@primer/octicons-react'
import { runMutation } from '../api/run-mutation.ts'
import { type AbuseStep, abuseStatuses, abuseSteps, reportedUri, whyNotSetAbuse } from '../contract/abuse.ts'
import { webLink, whyNotLink } from '../contract/preview.ts'
import { blocked, type Command, type CommandContext, type Outcome, ready, targetCommand, type Targets, unlessRefused } from './command.ts'
import { exportSelected } from './list-export.ts'
import { type Review, reviewCommands, selectedReviewCommands } from './reviews.ts'
import { shortUrl } from './target-name.ts'
import { undoOf } from './undo-of.ts'

const section = 'Abuse report'
const places = ['row-menu'] as const

type Report = Targets['abuse']

async function setStatus(context: CommandContext, report: Report, status: AbuseStep): Promise<Outcome> {
  // Loaded on first use, to keep it out of the shell.
  const { setAbuseStatusMutation } = await import('../api/abuse.ts')
  const done = await runMutation(context.queryClient, setAbuseStatusMutation(), { id: report.id, status, expected: report.status })
  return { message: `Status changed: the report on ${shortUrl(report.url)} is ${abuseStatuses[status]}.`, ...undoOf(done) }
}

const review: Review<'abuse', AbuseStep> = {
  type: 'abuse',
  nouns: { one: 'an abuse report', selected: 'the selected abuse reports' },
  sections: { one: section, selected: 'Selected abuse reports' },
  title: 'Set the status of the report',
  statuses: abuseSteps,
  labels: abuseStatuses,
  marks: [
    { verb: 'mark-pending', status: 1, keys: 'r 1', icon: HourglassIcon },
    { verb: 'mark-finished', status: 2, keys: 'r 2', icon: CheckCircleIcon },
  ],
  keys: 'r s',
  keywords: { status: 'pending finished', marks: 'done' },
  whyNot: whyNotSetAbuse,
  set: setStatus,
  selection: 'abuses',
  change: (status) => ({ of: 'abuses', change: { action: 'status', status } }),
}

/** Commands on abuse reports, single or selected. */
export const abuseCommands: readonly Command[] = [
  ...selectedReviewCommands(review),
  exportSelected('abuses', review.sections.selected),
  ...reviewCommands(review),
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
