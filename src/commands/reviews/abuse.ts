import { CheckCircleIcon, CircleSlashIcon, HourglassIcon, MailIcon, SearchIcon } from '@primer/octicons-react'
import { setAbuseStatusMutation } from '../../api/abuse.ts'
import { foundRecordQuery } from '../../api/find-record.ts'
import { setQrStatusMutation } from '../../api/qr-actions.ts'
import { type AbuseStep, abuseStatuses, abuseSteps, whyNotSetAbuse } from '../../contract/abuse.ts'
import { reportedUri } from '../../contract/reported-uri.ts'
import type { Command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import { Unavailable } from '../engine/run.ts'
import { shortUrl } from '../engine/target-name.ts'
import type { Targets } from '../engine/targets.ts'
import { change } from '../shared/change.ts'
import { commandsOn, type Shared } from '../shared/commands-on.ts'
import { copiesOf } from '../shared/copies.ts'
import { exportSelected } from '../shared/list-export.ts'
import { openLink, type Review, reviewCommands, selectedReviewCommands } from './reviews.ts'

const shared: Shared = { section: 'Abuse report', places: ['row-menu'] }
const onReport = commandsOn('abuse', shared)
const copy = copiesOf('abuse', shared)

const uriOf = ({ url }: Targets['abuse'], { user }: CommandContext) => reportedUri(url, user.publicSiteUrl)
const whyNotOurs = (report: Targets['abuse'], context: CommandContext) =>
  uriOf(report, context) === null ? 'Not one of our addresses.' : null

/** A report leads to nothing, or to something that is done elsewhere: either way it is finished. */
const finished = ['done', 'resolved', 'closed', 'rejected', 'dismissed', 'discarded', 'ignored']

const review: Review<'abuse', AbuseStep> = {
  type: 'abuse',
  nouns: { one: 'an abuse report', selected: 'the selected abuse reports' },
  shared,
  selected: 'Selected abuse reports',
  title: 'Set the status of the report',
  statuses: abuseSteps,
  labels: abuseStatuses,
  marks: [
    { verb: 'mark-pending', status: 1, keys: 'r 1', icon: HourglassIcon },
    {
      verb: 'mark-finished',
      status: 2,
      keys: 'r 2',
      icon: CheckCircleIcon,
      aka: [
        ...finished.flatMap((word) => [word, `Mark ${word}`]),
        'Resolve',
        'Close',
        'Resolve report',
        'Close report',
        'Resolve abuse',
        'Close abuse',
        ...['Reject', 'Dismiss', 'Discard', 'Ignore'].flatMap((word) => [word, `${word} report`, `${word} abuse`]),
      ],
    },
  ],
  keys: 'r s',
  keywords: 'pending finished',
  whyNot: whyNotSetAbuse,
  set: ({ id, url, status: expected }, status) => {
    const message = `Status changed: ${shortUrl(url)} is ${abuseStatuses[status]}.`
    return change(setAbuseStatusMutation(), { id, status, expected }, message)
  },
  selection: 'abuses',
  change: (status) => ({ action: 'status', status }),
}

export const abuseCommands: readonly Command[] = [
  ...selectedReviewCommands(review),
  exportSelected('abuses', review.selected),
  ...reviewCommands(review),
  onReport({
    verb: 'block-qr',
    title: 'Block the reported QR code',
    icon: CircleSlashIcon,
    aka: ['Block', 'Block report', 'Block abuse'],
    needs: 'qrs.status',
    whyNot: whyNotOurs,
    danger: ({ id, url, email }) => ({
      title: 'Block the reported QR code?',
      body: `The QR code of ${shortUrl(url)} (report #${id} of ${email}) becomes blocked. Scans no longer lead to its content.`,
      confirmLabel: 'Block',
      undoable: true,
      wayBack: 'The status of the QR code can be changed again.',
    }),
    run: async (context, report) => {
      const uri = uriOf(report, context)
      const found =
        uri === null ? null : await context.queryClient.fetchQuery({ ...foundRecordQuery([{ kind: 'qr-uri', uri }]), staleTime: 0 })
      if (found?.type !== 'qr') throw new Unavailable('No QR code has this address.')
      return change(
        setQrStatusMutation(),
        { id: found.record.id, status: 'blocked' },
        `QR code blocked: ${found.record.name || uri}.`,
      ).make(context)
    },
  }),
  onReport({
    verb: 'open-qr',
    title: 'Show the reported QR code',
    genericTitle: 'Show the QR code that an abuse report is about',
    icon: SearchIcon,
    keywords: 'list uri',
    keys: 'o q',
    whyNot: whyNotOurs,
    run: (context, report) => {
      const uri = uriOf(report, context)
      if (uri !== null) context.navigate(`/qrs?searchTerm=${uri}&exactSearch=true`)
    },
  }),
  openLink('abuse', shared, 'Open the reported address in a new tab', 'Open a reported address in a new tab'),
  copy({
    verb: 'copy-link',
    what: 'address',
    title: 'Copy the reported address',
    genericTitle: 'Copy a reported address',
    keywords: 'url link',
    keys: 'y l',
    of: ({ url }) => url,
  }),
  copy({
    verb: 'copy-email',
    what: 'email',
    title: 'Copy the reporter’s email',
    genericTitle: 'Copy the email of the person who reported abuse',
    icon: MailIcon,
    keywords: 'sender reporter',
    keys: 'y e',
    of: ({ email }) => email,
  }),
]
