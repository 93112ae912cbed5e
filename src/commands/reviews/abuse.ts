import { CheckCircleIcon, HourglassIcon, MailIcon, SearchIcon } from '@primer/octicons-react'
import { setAbuseStatusMutation } from '../../api/abuse.ts'
import { type AbuseStep, abuseStatuses, abuseSteps, whyNotSetAbuse } from '../../contract/abuse.ts'
import { reportedUri } from '../../contract/reported-uri.ts'
import type { Command } from '../engine/command.ts'
import { shortUrl } from '../engine/target-name.ts'
import { change } from '../shared/change.ts'
import { commandsOn, type Shared } from '../shared/commands-on.ts'
import { copiesOf } from '../shared/copies.ts'
import { exportSelected } from '../shared/list-export.ts'
import { openLink, type Review, reviewCommands, selectedReviewCommands } from './reviews.ts'

const shared: Shared = { section: 'Abuse report', places: ['row-menu'] }
const copy = copiesOf('abuse', shared)

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
        'Done',
        'Mark done',
        'Resolved',
        'Mark resolved',
        'Closed',
        'Mark closed',
        'Resolve',
        'Close',
        'Resolve report',
        'Close report',
        'Resolve abuse',
        'Close abuse',
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
  commandsOn(
    'abuse',
    shared,
  )({
    verb: 'open-qr',
    title: 'Show the reported QR code',
    genericTitle: 'Show the QR code that an abuse report is about',
    icon: SearchIcon,
    keywords: 'list uri',
    keys: 'o q',
    whyNot: ({ url }, { user }) => (reportedUri(url, user.publicSiteUrl) === null ? 'Not one of our addresses.' : null),
    run: (context, { url }) => {
      const uri = reportedUri(url, context.user.publicSiteUrl)
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
