import type { BadgeColour } from '../../contract/customer-status.ts'
import { capitalise, statusWords } from '../../contract/status-words.ts'

interface EmailWords {
  label: string
  colour: BadgeColour
  /** What became of the email, behind its subject. */
  fate: string
}

const emails: Readonly<Record<string, EmailWords>> = {
  opened: { label: 'Opened', colour: 'success', fate: 'opened' },
  delivered: { label: 'Delivered', colour: 'success', fate: 'delivered' },
  clicks: { label: 'Click', colour: 'primary', fate: 'clicked' },
  requests: { label: 'Sent', colour: 'primary', fate: 'sent' },
  unsubscribed: { label: 'Unsubscribed', colour: 'secondary', fate: 'led to an unsubscribe' },
  bounces: { label: 'Bounce', colour: 'danger', fate: 'bounced' },
  hardBounces: { label: 'Hard bounce', colour: 'danger', fate: 'hard-bounced' },
  softBounces: { label: 'Soft bounce', colour: 'danger', fate: 'soft-bounced' },
  spam: { label: 'Marked as spam', colour: 'danger', fate: 'marked as spam' },
  invalid: { label: 'Invalid address', colour: 'danger', fate: 'not sent: the address is invalid' },
  blocked: { label: 'Blocked', colour: 'danger', fate: 'blocked' },
  error: { label: 'Error', colour: 'danger', fate: 'not sent: an error' },
}

/** An email event as people call it, in the documented colour (document 2, section 4); an unknown one derived from its name. */
export function emailWords(event: string): EmailWords {
  const words = statusWords(event)
  return Object.hasOwn(emails, event) ? emails[event]! : { label: capitalise(words), colour: 'secondary', fate: words }
}

const short: Readonly<Record<string, string>> = { qr: 'QR', csv: 'CSV', api: 'API', pdf: 'PDF' }

/** What a customer did in the app, 'qr_created', as 'QR created'. The app has more events than we know. */
export const eventLabel = (event: string): string =>
  capitalise(statusWords(event).replace(/\b(qr|csv|api|pdf)\b/g, (word) => short[word] ?? word))
