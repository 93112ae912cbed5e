import type { BadgeColour } from '../../contract/customer-status.ts'
import { capitalise, statusWords } from '../../contract/status-words.ts'

interface EmailWords {
  label: string
  colour: BadgeColour
  /** What became of the email, behind its subject. */
  fate: string
}

const emails: Readonly<Record<string, EmailWords>> = {
  opened: { label: 'opened', colour: 'success', fate: 'opened' },
  delivered: { label: 'delivered', colour: 'success', fate: 'delivered' },
  clicks: { label: 'clicked', colour: 'primary', fate: 'clicked' },
  requests: { label: 'sent', colour: 'primary', fate: 'sent' },
  unsubscribed: { label: 'unsubscribed', colour: 'secondary', fate: 'led to an unsubscribe' },
  bounces: { label: 'bounce', colour: 'danger', fate: 'bounced' },
  hardBounces: { label: 'hard bounce', colour: 'danger', fate: 'hard-bounced' },
  softBounces: { label: 'soft bounce', colour: 'danger', fate: 'soft-bounced' },
  spam: { label: 'marked as spam', colour: 'danger', fate: 'marked as spam' },
  invalid: { label: 'invalid address', colour: 'danger', fate: 'not sent: the address is invalid' },
  blocked: { label: 'blocked', colour: 'danger', fate: 'blocked' },
  error: { label: 'error', colour: 'danger', fate: 'not sent: an error' },
}

/** An email event as people call it, in the documented colour (document 2, section 4); an unknown one derived from its name. */
export function emailWords(event: string): EmailWords {
  const words = statusWords(event)
  return Object.hasOwn(emails, event) ? emails[event]! : { label: words, colour: 'secondary', fate: words }
}

const short: Readonly<Record<string, string>> = { qr: 'QR', csv: 'CSV', api: 'API', pdf: 'PDF' }

/** What a customer did in the app, 'qr_created', as 'QR created'. The app has more events than we know. */
export const eventLabel = (event: string): string =>
  capitalise(statusWords(event).replace(/\b(qr|csv|api|pdf)\b/g, (word) => short[word] ?? word))
