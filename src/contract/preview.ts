import { staticTypes } from './qr-rules.ts'
import type { Qr, QrRow } from './qrs.ts'

/**
 * The preview of a QR code: the product's public page in a frame, which says that it is ready and is then told the QR's data
 * (document 2, section 2; ruling 45).
 */
const readyType = 'QR_PREVIEW_READY'
const dataType = 'QR_PREVIEW'

/** The size of the frame in CSS pixels, as documented. */
export const previewWidth = 400
export const previewHeight = 450

/** Milliseconds after which a frame counts as silent. */
export const previewTimeout = 8000

/** What of a QR the public site is told: nothing of its owner. */
type PreviewQr = Pick<Qr, 'id' | 'name' | 'type' | 'uri' | 'qrUri' | 'status' | 'stopped' | 'content' | 'data'>

interface PreviewMessage {
  type: typeof dataType
  data: PreviewQr
}

/** Whether a message says that the frame waits for data: `{type: 'QR_PREVIEW_READY'}`, or the bare text. */
export function isPreviewReady(message: unknown): boolean {
  if (message === readyType) return true
  return typeof message === 'object' && message !== null && 'type' in message && message.type === readyType
}

/** The answer to it. */
export function previewMessage({ id, name, type, uri, qrUri, status, stopped, content, data }: Qr): PreviewMessage {
  return { type: dataType, data: { id, name, type, uri, qrUri, status, stopped, content, data } }
}

/** A web address: http or https alone, in the browser's own reading; null for anything else. What becomes a link is a `webLink`. */
export function webAddress(text: unknown): string | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}

/** Why an address that somebody else typed is not made a link of; null where it may be. */
export function whyNotLink(text: unknown): string | null {
  const address = webAddress(text)
  if (address === null) return 'It is not a web address.'
  const { username, password } = new URL(address)
  return username === '' && password === '' ? null : 'It names a user before its host, to look like another address.'
}

/**
 * An address that somebody else typed, as it may become a link; null where it stays text. The one rule for all links and commands:
 * a web address that names no user, as `https://desk.example@evil.example/` begins like ours and leads elsewhere.
 */
export function webLink(text: unknown): string | null {
  return whyNotLink(text) === null ? webAddress(text) : null
}

/** The QR's public page, seen by staff: `crm=true` keeps it from being counted as a scan. Null where its address is none. */
export function staffPage(qrUri: string): string | null {
  const address = webLink(qrUri)
  if (address === null) return null
  const url = new URL(address)
  url.searchParams.set('crm', 'true')
  return url.href
}

/**
 * What the frame shows, and the one origin that is listened and talked to.
 * @returns null where the QR's page is not on the public site: nothing else is ever framed
 */
export function previewFrame(qr: Pick<QrRow, 'qrUri'>, publicSiteUrl: string): { src: string; origin: string } | null {
  const src = staffPage(qr.qrUri)
  const site = webAddress(publicSiteUrl)
  if (src === null || site === null) return null
  const { origin } = new URL(site)
  return new URL(src).origin === origin ? { src, origin } : null
}

/**
 * Where a QR is opened in a tab of its own: the public page, or, for the types that lead straight on, what they lead to. Null
 * for the other static types, which have no page, and for anything that is no web address.
 */
export function openAddress(qr: Pick<QrRow, 'type' | 'qrUri' | 'content'>): string | null {
  if (qr.type === 'url' || qr.type === 'urlStatic') return webLink(qr.content.url)
  return staticTypes.has(qr.type) ? null : staffPage(qr.qrUri)
}
