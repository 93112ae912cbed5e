import { staticTypes } from './qr-rules.ts'
import type { Qr } from './qrs.ts'

type Payload = (field: (name: string) => string, flag: (name: string) => boolean) => string

/** What the images of static types encode, in formats cameras understand. Empty if the needed fields are missing. */
const payloads: Record<string, Payload> = {
  text: (field) => field('text'),
  urlStatic: (field) => field('url'),
  wifi: (field, flag) => {
    if (field('ssid') === '') return ''
    const security = securityOf(field('encryption'), field('password'))
    const password = security === 'nopass' ? '' : `P:${escapeWifi(field('password'))};`
    return `WIFI:T:${security};S:${escapeWifi(field('ssid'))};${password}${flag('hidden') ? 'H:true;' : ''};`
  },
  vcard: (field) => (field('name') === '' && field('company') === '' ? '' : vcard(field)),
  email: (field) => {
    if (field('email') === '') return ''
    const query = ['subject', 'body'].filter((name) => field(name) !== '').map((name) => `${name}=${encodeText(field(name))}`)
    return `mailto:${encodeText(field('email')).replaceAll('%40', '@')}${query.length > 0 ? `?${query.join('&')}` : ''}`
  },
  sms: (field) => (!/\d/.test(field('phone')) ? '' : `SMSTO:${field('phone').replace(/[^\d+*#]/g, '')}:${field('message')}`),
  whatsapp: (field) => {
    // The service wants digits only.
    const phone = field('phone').replace(/\D/g, '')
    if (phone === '') return ''
    return `https://wa.me/${phone}${field('message') === '' ? '' : `?text=${encodeText(field('message'))}`}`
  },
}

/**
 * What the QR image encodes: its public address, or a static
 * type's content. Falls back to the address if that is empty.
 */
export function qrPayload(qr: Pick<Qr, 'type' | 'qrUri' | 'data'>): string {
  const write = staticTypes.has(qr.type) ? payloads[qr.type] : undefined
  if (write === undefined) return qr.qrUri
  const field = (name: string) => {
    const value = qr.data[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  return write(field, (name) => qr.data[name] === true) || qr.qrUri
}

function securityOf(encryption: string, password: string): string {
  if (/^wep$/i.test(encryption)) return 'WEP'
  if (/^(nopass|none|open)$/i.test(encryption) || (encryption === '' && password === '')) return 'nopass'
  // Phones accept WPA for all its versions.
  return 'WPA'
}

function escapeWifi(text: string): string {
  return text.replace(/[\\;,":]/g, (character) => `\\${character}`)
}

/** vCard 3.0 (RFC 2426): lines end in CRLF. */
function vcard(field: (name: string) => string): string {
  const name = field('name') || field('company')
  const optional = [
    ['ORG', 'company'],
    ['TITLE', 'title'],
    ['TEL', 'phone'],
    ['EMAIL', 'email'],
    ['URL', 'website'],
  ] as const
  const lines = optional.filter(([, from]) => field(from) !== '').map(([property, from]) => `${property}:${escapeVcard(field(from))}`)
  return ['BEGIN:VCARD', 'VERSION:3.0', `N:${escapeVcard(name)};;;;`, `FN:${escapeVcard(name)}`, ...lines, 'END:VCARD', ''].join('\r\n')
}

function escapeVcard(text: string): string {
  return text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\r|\n/g, '\\n')
}

/**
 * Escapes for the query of a `mailto:` or web address, with CRLF line
 * ends. Replaces lone surrogates, on which encodeURIComponent throws.
 */
function encodeText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD').replace(/\r\n|\r|\n/g, '\r\n'))
}

/** Bytes a QR code can hold by error correction level (ISO 18004, version 40). */
const capacity = { M: 2331, L: 2953 } as const

/** The strongest error correction that fits; null if the text is too long for any QR code. */
export function correctionFor(payload: string): 'M' | 'L' | null {
  const bytes = new TextEncoder().encode(payload).length
  if (bytes <= capacity.M) return 'M'
  return bytes <= capacity.L ? 'L' : null
}

/** File name of a downloaded image: `qr-{uri}.svg`, reduced to letters, digits, '-' and '_'. */
export function qrFileName(qr: Pick<Qr, 'id' | 'uri'>, extension: 'svg' | 'png'): string {
  const safe = qr.uri.replace(/[^A-Za-z0-9_-]/g, '').slice(0, 60)
  return `qr-${safe || qr.id}.${extension}`
}
