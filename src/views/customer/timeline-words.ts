import type { BadgeColour } from '../../contract/customer-status.ts'
import { statusColour } from '../../contract/customer-status.ts'
import { formatMoney } from '../../contract/money.ts'
import type { TimelineEntry, TimelineKind } from '../../contract/timeline.ts'
import { actionWords } from '../../layout/records/action-words.ts'
import { intentColour } from '../../layout/records/payment-badges.tsx'
import { statusWords } from '../../contract/status-words.ts'
import { emailColour } from './email-words.ts'

/** Filter labels. */
export const kindLabels: Record<TimelineKind, string> = {
  signup: 'Sign-up',
  payment: 'Payments',
  refund: 'Refunds',
  status: 'Status',
  staff: 'Staff',
  email: 'E-mails',
  event: 'Events',
  note: 'Notes',
}

/** An entry's display text. */
export interface EntryWords {
  title: string
  /** Formatted. */
  amount: string | null
  badge: { text: string; colour: BadgeColour } | null
  /** Text by customers or staff; may be long. */
  text: string | null
  by: string | null
}

const refundColours: Record<string, BadgeColour> = { succeeded: 'success', failed: 'danger' }

/** Words an entry (document 1, sections 3 and 4). */
export function entryWords(entry: TimelineEntry): EntryWords {
  const { what, detail, actor } = entry
  const amount = entry.amount === null || entry.currency === null ? null : formatMoney(entry.amount, entry.currency)
  const words = (title: string, rest: Partial<EntryWords> = {}): EntryWords => ({
    title,
    amount,
    badge: null,
    text: null,
    by: actor,
    ...rest,
  })
  switch (entry.kind) {
    case 'signup':
      return words('Signed up', { text: detail })
    case 'payment':
      return words(detail === null ? 'Payment' : `Payment ${detail}`, { badge: { text: what, colour: intentColour(what) } })
    case 'refund':
      return words('Refund', { badge: { text: what, colour: refundColours[what] ?? 'warning' }, text: detail })
    case 'status':
      return words(detail === null ? 'Subscription' : `Subscription, was ${statusWords(detail)}`, {
        badge: { text: what, colour: statusColour(what) },
      })
    case 'staff':
      return words(actionWords(what), { text: detail })
    case 'email':
      return words('E-mail', { badge: { text: what, colour: emailColour(what) }, text: detail })
    case 'event':
      return words(statusWords(what), { text: detail })
    case 'note':
      return words('Note', { text: detail })
  }
}
