import { isEmailShaped } from '../contract/fields.ts'
import { maxUriLength } from '../contract/qrs.ts'

/** What a text may name. Each is looked up at once, except free text, which is debounced. */
export type Shape =
  | { kind: 'email'; email: string }
  | { kind: 'customer-id'; id: number }
  | { kind: 'provider-id'; providerId: string }
  | { kind: 'qr-uri'; uri: string }
  | { kind: 'qr-id'; id: number }
  | { kind: 'invoice-id'; id: number }
  | { kind: 'text'; text: string }

export interface Recognised {
  /** In order of priority for an exact match. */
  shapes: Shape[]
  /** A hint such as 'looks like an e-mail'; null if there is none. */
  explanation: string | null
  /** Whether it names a record: Enter then opens the exact match and never runs a command. */
  sure: boolean
}

/** The longest identifier, and the longest search term. */
const longest = 320
const largestId = 2_147_483_647
const nothing: Recognised = { shapes: [], explanation: null, sure: false }

/**
 * Recognises a typed or pasted text: e-mail, customer id, provider id, QR address or link, invoice id, or free text.
 * Pure and linear.
 * @param consoleOrigin recognises the console's own links
 */
export function recognise(raw: string, consoleOrigin?: string): Recognised {
  const text = clean(raw)
  if (text === '') return nothing
  return asEmail(text) ?? asLink(text, consoleOrigin) ?? asProviderId(text) ?? asLabelledId(text) ?? asDigits(text) ?? asWords(text)
}

/** Strips what copying adds: invisible characters, white space, quotes, brackets, closing punctuation. */
export function clean(raw: string): string {
  const visible = raw
    .slice(0, 8 * longest)
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/\s+/g, ' ')
  return trimMarks(visible).slice(0, longest).trim()
}

const openingMarks = new Set(` "'\`“”„‘’‚«»‹›([{<*`)
const closingMarks = new Set(` "'\`“”„‘’«»‹›)]}>*.,;:!?…`)

function trimMarks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && openingMarks.has(text.charAt(start))) start++
  while (end > start && closingMarks.has(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/** A single e-mail: alone, as `mailto:`, in `Ana <ana@x.es>`, or the only one in a sentence. */
function asEmail(text: string): Recognised | null {
  if (!text.includes('@') || /^https?:/i.test(text)) return null
  const found = new Set(
    text
      .split(/[\s<>,;()[\]"|]+/)
      .map((word) => trimMarks(word.replace(/^mailto:/i, '').replace(/\?.*$/, '')))
      .filter(isEmailShaped),
  )
  const [email, another] = found
  if (email === undefined || another !== undefined) return null
  return {
    shapes: [
      { kind: 'email', email },
      { kind: 'text', text: email },
    ],
    explanation: email === text ? 'looks like an e-mail' : `contains the e-mail ${email}`,
    sure: true,
  }
}

/** A link to the console, the payment provider, or a QR, whose uri is the last path segment. */
function asLink(text: string, consoleOrigin: string | undefined): Recognised | null {
  const isBare = /^[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?\/[^\s]/i.test(text)
  if (text.includes(' ') || !(/^https?:\/\//i.test(text) || isBare)) return null
  const url = parseUrl(isBare ? `https://${text}` : text)
  if (!url) return null
  const parts = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decode)
  if (url.origin === consoleOrigin) {
    const own = asConsoleLink(parts, url.searchParams)
    if (own) return own
  }
  const providerId = parts.find(isProviderId)
  if (providerId !== undefined) return named({ kind: 'provider-id', providerId }, 'a link to the payment provider')
  const uri = trimMarks(parts.at(-1) ?? '')
  return isUri(uri) ? named({ kind: 'qr-uri', uri }, `a link with the QR address ${uri}`) : null
}

function asConsoleLink(parts: readonly string[], search: URLSearchParams): Recognised | null {
  const [screen, id] = parts
  const customer = screen === 'customers' ? toId(id ?? '') : null
  if (customer !== null) return named({ kind: 'customer-id', id: customer }, 'a link to a customer of this console')
  const uri = search.get('searchTerm')?.replaceAll('"', '') ?? ''
  if (screen === 'qrs' && parts.length === 1 && isUri(uri)) return named({ kind: 'qr-uri', uri }, 'a link to a QR of this console')
  const invoice = screen === 'invoices' ? toId(search.get('invoiceId') ?? '') : null
  return invoice === null ? null : named({ kind: 'invoice-id', id: invoice }, 'a link to an invoice of this console')
}

function asProviderId(text: string): Recognised | null {
  return isProviderId(text) ? named({ kind: 'provider-id', providerId: text }, "looks like the payment provider's customer id") : null
}

/** 'INV-123', 'invoice no. 123', '#123', 'customer 123', 'QR 123'. */
function asLabelledId(text: string): Recognised | null {
  const [, label = '', digits = ''] = /^(#|[a-z]{2,8})[ .:#-]{0,3}(?:(?:no|nr|id)[ .:#-]{1,3})?0{0,9}(\d{1,10})$/i.exec(text) ?? []
  const id = toId(digits)
  if (id === null) return null
  if (label === '#' || /^(customer|user|client|id)$/i.test(label)) return named({ kind: 'customer-id', id }, 'looks like a customer id')
  if (/^(inv|invoice)$/i.test(label)) return named({ kind: 'invoice-id', id }, 'looks like an invoice id')
  return /^qr$/i.test(label) ? named({ kind: 'qr-id', id }, 'looks like a QR id') : null
}

/** Bare digits may be the id of a customer, invoice or QR, or a uri: try all. */
function asDigits(text: string): Recognised | null {
  const id = toId(text)
  if (id === null) return null
  return {
    shapes: [
      { kind: 'customer-id', id },
      { kind: 'invoice-id', id },
      { kind: 'qr-id', id },
      { kind: 'qr-uri', uri: text },
    ],
    explanation: 'looks like an id',
    sure: true,
  }
}

/** Free text; a single word may also be a uri. */
function asWords(text: string): Recognised {
  const free: Shape = { kind: 'text', text }
  if (!isUri(text)) return { shapes: [free], explanation: null, sure: false }
  const sure = looksLikeUri(text)
  return { shapes: [{ kind: 'qr-uri', uri: text }, free], explanation: sure ? 'looks like a QR address' : null, sure }
}

const named = (shape: Shape, explanation: string): Recognised => ({ shapes: [shape], explanation, sure: true })

const isUri = (text: string) => text.length <= maxUriLength && /^[\w-]+$/.test(text)

/** Only letters may be a command or name; digits, underscores or inner capitals suggest a uri. */
const looksLikeUri = (text: string) => text.length >= 4 && /\d|_|[a-z][A-Z]/.test(text)

const isProviderId = (text: string) => /^cus_[A-Za-z\d]{6,64}$/i.test(text)

function toId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null
  const id = Number(text)
  return id <= largestId ? id : null
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Not percent-encoded: keep as is.
    return part
  }
}
