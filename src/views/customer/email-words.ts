import type { BadgeColour } from '../../contract/customer-status.ts'

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
