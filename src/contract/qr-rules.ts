import type { Refusal } from './customer-rules.ts'
import { browserHost, normalizeDomain } from './domains.ts'
import { parseUrl } from './parse-url.ts'
import { maxUriLength, type QrStatus, qrStatus } from './qrs.ts'

/**
 * Whether an action on a QR code may run, decided alike by server and console (document 2, sections 4 and 5; rulings 41
 * to 47). `null` allows it; a text is the reason shown.
 */
export interface QrFacts {
  type: string
  /** 0 deleted, 1 active, 2 blocked. */
  status: number
  stopped: 0 | 1
  uri: string
  user: number
  whitelisted: boolean
  content: { url: string | null }
}

/** Options of the status dialog, as documented. */
export const qrStatusOptions = ['blocked', 'active', 'deleted', 'stopped'] as const satisfies readonly QrStatus[]

/**
 * Change the status: to any but the shown one. Marking a blocked or
 * deleted QR stopped is possible once and doesn't change what is shown.
 */
export function whyNotSetStatus(qr: Pick<QrFacts, 'status' | 'stopped'>, to: QrStatus): Refusal {
  return qrStatus(qr) === to || (to === 'stopped' && qr.stopped === 1) ? `Already ${to}.` : null
}

/**
 * What each option writes: 'stopped' only sets `stopped`; the others
 * set their number and `stopped` 0 (document 2, section 4).
 */
export function statusColumns(qr: Pick<QrFacts, 'status'>, to: QrStatus): { status: number; stopped: 0 | 1 } {
  return to === 'stopped' ? { status: qr.status, stopped: 1 } : { status: { deleted: 0, active: 1, blocked: 2 }[to], stopped: 0 }
}

/** Whitelist the QR: only if it isn't yet. */
export function whyNotWhitelistQr(qr: Pick<QrFacts, 'whitelisted'>): Refusal {
  return qr.whitelisted ? 'Already whitelisted.' : null
}

/** Types whose content is in the code itself, so there is no page to preview. */
export const staticTypes: ReadonlySet<string> = new Set(['text', 'urlStatic', 'wifi', 'vcard', 'email', 'sms', 'whatsapp'])

/** Show static content: text QRs only (document 2, section 2). */
export function whyNotShowStatic(qr: Pick<QrFacts, 'type'>): Refusal {
  return qr.type === 'text' ? null : 'Not a text QR code.'
}

/** A web address's host as browsers have it; null for anything else (`javascript:`, `mailto:`, relative, empty). */
export function webHost(address: string | null): string | null {
  const text = address ?? ''
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '') ? browserHost(text) : null
}

/** The domain that blacklisting the QR would block, as stored: its target's host. Null if it has none. */
export function targetDomain(qr: Pick<QrFacts, 'content'>): string | null {
  const host = webHost(qr.content.url)
  return host === null ? null : normalizeDomain(host)
}

/** All entries that would cover a domain: itself, and each parent and itself with '*.'. */
export function coveringEntries(domain: string): string[] {
  const labels = domain.split('.')
  return [domain, ...labels.slice(0, -1).map((_, index) => `*.${labels.slice(index).join('.')}`)]
}

/**
 * Blacklist: needs a web address on a host that isn't ours (ruling 47). Only the server knows if it is already listed.
 * @param ownHosts the product's own hosts, lower case
 */
export function whyNotBlacklist(qr: Pick<QrFacts, 'content'>, ownHosts: readonly string[]): Refusal {
  const domain = targetDomain(qr)
  const own = [webHost(qr.content.url), domain].find((host) => host !== null && ownHosts.includes(host))
  if (own !== undefined) return `Our own domain. ${own} can’t be blocked.`
  return domain === null ? 'No domain to block. It leads to no web address.' : null
}

/** Words used by the product's own pages. */
export const reservedUris: ReadonlySet<string> = new Set(
  'about admin account api app assets auth blog contact css customers dashboard favicon fonts help home images img index invoices js login logout media new null pricing privacy public qr qrs register robots signin signup sitemap static status support terms undefined users www'.split(
    ' ',
  ),
)

/**
 * A new uri: 1 to 25 letters, digits, '-' and '_', not reserved, not the
 * current one (ruling 42). Only the server knows if it was ever used.
 */
export function whyNotUri(text: string, current: string): Refusal {
  if (text === '') return 'Must be present.'
  if (text.length > maxUriLength) return `Must have less than ${maxUriLength} characters.`
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return 'Only letters, digits, - and _ are allowed.'
  if (reservedUris.has(text.toLowerCase())) return 'This word is reserved.'
  return text === current ? 'This is already its URI.' : null
}

/** What the rules need about a transfer's destination. */
export interface Destination {
  id: number
  deleted: boolean
  banned: boolean
  qrLimit: number | null
  /** QR codes they already have, without deleted ones. */
  qrCount: number
}

/** Transfer: not to oneself, to a deleted or banned user, or beyond the destination's limit (ruling 43). */
export function whyNotReceive(destination: Destination, origin: number, count: number): Refusal {
  if (destination.id === origin) return 'The QR codes are already theirs.'
  if (destination.deleted) return 'The destination’s account is deleted.'
  if (destination.banned) return 'The destination is banned.'
  if (destination.qrLimit !== null && destination.qrCount + count > destination.qrLimit)
    return `The destination may have ${destination.qrLimit} QR codes and has ${destination.qrCount}.`
  return null
}
