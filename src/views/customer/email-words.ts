import type { BadgeColour } from '../../contract/customer-status.ts'
import { capitalise, statusWords } from '../../contract/status-words.ts'

const labels: Readonly<Record<string, string>> = {
  opened: 'Opened',
  delivered: 'Delivered',
  clicks: 'Click',
  requests: 'Sent',
  unsubscribed: 'Unsubscribed',
  bounces: 'Bounce',
  hardBounces: 'Hard bounce',
  softBounces: 'Soft bounce',
  spam: 'Marked as spam',
  invalid: 'Invalid address',
  blocked: 'Blocked',
  error: 'Error',
}

/** An e-mail event as people call it; an unknown one derived from its name. */
export const emailLabel = (event: string): string => (Object.hasOwn(labels, event) ? (labels[event] ?? '') : capitalise(statusWords(event)))

const colours: Record<string, BadgeColour> = {
  opened: 'success',
  delivered: 'success',
  clicks: 'primary',
  requests: 'primary',
  unsubscribed: 'secondary',
  bounces: 'danger',
  hardBounces: 'danger',
  softBounces: 'danger',
  spam: 'danger',
  invalid: 'danger',
  blocked: 'danger',
  error: 'danger',
}

/** The badge colour of an e-mail event (document 2, section 4); secondary unless documented. */
export function emailColour(event: string): BadgeColour {
  return colours[event] ?? 'secondary'
}
