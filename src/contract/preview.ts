import { parseUrl } from './parse-url.ts'
import { staticTypes } from './qr-rules.ts'
import type { Qr, QrRow } from './qrs.ts'

/**
 * The QR preview: the product's public page in a frame reports ready
 * and is then sent the QR's data (document 2, section 2; ruling 45).
 */
const readyType = 'QR_PREVIEW_READY'
const dataType = 'QR_PREVIEW'

/** The frame's documented size, in CSS pixels. */
export const previewWidth = 400
export const previewHeight = 450

/** Milliseconds until a frame counts as silent. */
export const previewTimeout = 8000

/** What the public site is sent: nothing about the owner. */
type PreviewQr = Pick<Qr, 'id' | 'name' | 'type' | 'uri' | 'qrUri' | 'status' | 'stopped' | 'content' | 'data'>

interface PreviewMessage {
  type: typeof dataType
  data: PreviewQr
}

/** Whether a message says the frame is ready: `{type: 'QR_PREVIEW_READY'}` or the bare text. */
export function isPreviewReady(message: unknown): boolean {
  if (message === readyType) return true
  return typeof message === 'object' && message !== null && 'type' in message && message.type === readyType
}

/** The reply to a ready frame. */
export function previewMessage({ id, name, type, uri, qrUri, status, stopped, content, data }: Qr): PreviewMessage {
  return { type: dataType, data: { id, name, type, uri, qrUri, status, stopped, content, data } }
}

/** The address as browsers parse it if it is http or https, else null. Use `webLink` for links. */
export function webAddress(text: unknown): string | null {
  const url = typeof text === 'string' ? parseUrl(text) : null
  if (url === null) return null
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
}

/** Why an address typed by somebody else must not become a link; null if it may. */
export function whyNotLink(text: unknown): string | null {
  const address = webAddress(text)
  if (address === null) return 'Not a web address.'
  const { username, password } = new URL(address)
  return username === '' && password === '' ? null : 'Misleading address. It names a user before its host, to look like another address.'
}

/**
 * An address typed by somebody else, if it may become a link; null if it stays text. Every link and command uses this.
 * User names are refused: `https://desk.example@evil.example/` looks like ours but leads elsewhere.
 */
export function webLink(text: unknown): string | null {
  return whyNotLink(text) === null ? webAddress(text) : null
}

/**
 * The QR's public page for staff: `crm=true` keeps the visit from counting as a scan. Null if the address is invalid.
 */
export function staffPage(qrUri: string): string | null {
  const address = webLink(qrUri)
  if (address === null) return null
  const url = new URL(address)
  url.searchParams.set('crm', 'true')
  return url.href
}

/**
 * The frame's address and the only origin it may talk to.
 * @returns null if the QR's page isn't on the public site: nothing else is ever framed
 */
export function previewFrame(qr: Pick<QrRow, 'qrUri'>, publicSiteUrl: string): { src: string; origin: string } | null {
  const src = staffPage(qr.qrUri)
  const site = webAddress(publicSiteUrl)
  if (src === null || site === null) return null
  const { origin } = new URL(site)
  return new URL(src).origin === origin ? { src, origin } : null
}

/**
 * What opening a QR in a new tab shows: its target for url types, else its public page. Null for other static types,
 * which have no page, and for invalid addresses.
 */
export function openAddress(qr: Pick<QrRow, 'type' | 'qrUri' | 'content'>): string | null {
  if (qr.type === 'url' || qr.type === 'urlStatic') return webLink(qr.content.url)
  return staticTypes.has(qr.type) ? null : staffPage(qr.qrUri)
}
