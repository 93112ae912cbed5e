import type { RecordKey } from '../../api/find-record.ts'
import { today } from '../../contract/dates.ts'
import { isEmailShaped } from '../../contract/fields.ts'
import { parseUrl } from '../../contract/parse-url.ts'
import { maxUriLength } from '../../contract/qrs.ts'
import { visible } from './visible.ts'

/** What a text may name. Each is looked up at once, except free text, which is debounced. */
export type Shape = RecordKey | { kind: 'text'; text: string }

export interface Recognised {
  /** In order of priority for an exact match. */
  shapes: Shape[]
  /** A hint such as 'looks like an email'; null if there is none. */
  explanation: string | null
  /** Whether it names a record: Enter then opens the exact match and never runs a command. */
  sure: boolean
  /** It was found among other words, which may say what to do with it. */
  isWithin?: true
}

/** Of identifiers and search terms. */
const maxLength = 320
const maxId = 2_147_483_647
/** What names nothing. */
export const nothing: Recognised = { shapes: [], explanation: null, sure: false }

/**
 * Recognises a typed or pasted text: email, customer id, id at the payment provider, order, QR address or link, invoice id or
 * number, or free text. Pure and linear.
 * @param consoleOrigin recognises the console's own links
 */
export function recognise(raw: string, consoleOrigin?: string): Recognised {
  const text = ungrouped(clean(raw))
  if (text === '') return nothing
  return (
    asEmail(text) ??
    asLink(text, consoleOrigin) ??
    asOnlyLink(text, consoleOrigin) ??
    asProviderId(text) ??
    asLabelledId(text) ??
    asNumber(text) ??
    asDigits(text) ??
    asWords(text)
  )
}

/** An id as spreadsheets and reports group its digits: '4,711', '#900.001'. */
const ungrouped = (text: string) =>
  /^(?:\D{0,16}[\s#:])?#?\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.test(text) ? text.replaceAll(/(?<=\d)[.,](?=\d{3})/g, '') : text

/** Strips what copying adds: invisible characters, white space, quotes, brackets, closing punctuation. */
export function clean(raw: string): string {
  return trimMarks(visible(raw.slice(0, 8 * maxLength)).replace(/\s+/g, ' '))
    .slice(0, maxLength)
    .trim()
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

/** A single email: alone, as `mailto:`, in `Ana <ana@x.es>`, or the only one in a sentence. */
function asEmail(text: string): Recognised | null {
  if (!/@|^mailto:/i.test(text) || /^https?:/i.test(text)) return null
  const found = new Set(
    text
      .split(/[\s<>,;()[\]"|]+/)
      .map((word) => trimMarks(mailtoIn(word.replace(/^(?:e-?mail|from|to|cc):(?=.)/i, ''))))
      .filter(isEmailShaped),
  )
  const [email, another] = found
  // 'ana@x.es' via Support <support@y.es> is from the first.
  if (email === undefined || (another !== undefined && !/^\W*\S+@\S+ via /i.test(text))) return null
  return {
    shapes: [
      { kind: 'email', email },
      { kind: 'text', text: email },
    ],
    explanation: email === text ? 'looks like an email' : `contains the email ${email}`,
    sure: true,
    ...(email === text ? {} : { isWithin: true }),
  }
}

/** The address in a mailto link, where a plus sign is '%2B'. */
const mailtoIn = (word: string) =>
  /^mailto:/i.test(word) ? decode(word.slice('mailto:'.length).replace(/\?.*$/, '')) : word.replace(/\?.*$/, '')

/** The only link in a sentence. */
function asOnlyLink(text: string, consoleOrigin: string | undefined): Recognised | null {
  if (!text.includes(' ')) return null
  const [link, another] = new Set(text.split(/[\s<>"|]+/).filter((word) => /^[([]*(https?:\/\/|www\.)/i.test(word)))
  const found = link === undefined || another !== undefined ? null : asLink(trimMarks(link), consoleOrigin)
  return found && { ...found, explanation: found.explanation?.replace(/^a/, 'contains a') ?? null, isWithin: true }
}

/** A link to the console, the payment provider, or a QR, whose uri is the last path segment. */
function asLink(raw: string, consoleOrigin: string | undefined): Recognised | null {
  const text = withoutMarkup(raw)
  const isBare = /^(?:localhost|[\p{L}\d-]+(?:\.[\p{L}\d-]+)+)(?::\d+)?\/[^\s]/iu.test(text)
  if (text.includes(' ') || !(/^https?:\/\//i.test(text) || isBare)) return null
  const address = isBare ? `https://${text}` : text
  const url = parseUrl(address)
  if (url === null) return null
  const inside = url.origin === consoleOrigin ? null : linkIn(url)
  if (inside !== null) return asLink(inside, consoleOrigin)
  const parts = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decode)
  if (url.origin === consoleOrigin) {
    const own = asConsoleLink(parts, url.searchParams)
    if (own) return own
  }
  const providerId = parts.map(providerIdIn).find((id) => id !== null)
  if (providerId) return named(providerShape(providerId), 'a link to the payment provider')
  const uri = trimMarks(parts.at(-1) ?? '')
  return isUri(uri) ? named({ kind: 'qr-uri', uri }, `a link with the QR address ${uri}`) : null
}

/** The parameters in which mail filters and search engines keep the address that was linked. */
const wrapped = ['url', 'q', 'u', 'target']

/** The address that a mail filter or search engine has wrapped in its own; null if it's no such link. */
export const linkIn = (url: URL): string | null =>
  wrapped.flatMap((name) => url.searchParams.get(name) ?? []).find((own) => /^https?:\/\//i.test(own)) ?? null

/** '<http://…|menu>' of chats, '[menu](http://…)' of Markdown, and 'hxxp', which keeps links from being links. */
const withoutMarkup = (text: string) =>
  text
    .replace(/^\[?[^\]]*\]\((\S+?)\)?$/, '$1')
    .replace(/\|[^|\s]*$/, '')
    .replace(/^hxxp(?=s?:)/i, 'http')

function asConsoleLink(parts: readonly string[], search: URLSearchParams): Recognised | null {
  const [screen, id] = parts
  // On top of any page.
  const [, type, of = ''] = /^(qr|payment|invoice)-(\d+)$/.exec(search.get('panel') ?? '') ?? []
  const shown = toId(of)
  if (shown !== null && type === 'qr') return named({ kind: 'qr-id', id: shown }, 'a link to a QR of this console')
  if (shown !== null && type === 'payment') return named(byPaymentId(shown), 'a link to a payment of this console')
  if (shown !== null && type === 'invoice') return named({ kind: 'invoice-id', id: shown }, 'a link to an invoice of this console')
  const customer = screen === 'customers' ? toId(id ?? '') : null
  if (customer !== null) return named({ kind: 'customer-id', id: customer }, 'a link to a customer of this console')
  const uri = search.get('searchTerm')?.replaceAll('"', '') ?? ''
  if (screen === 'qrs' && parts.length === 1 && isUri(uri)) return named({ kind: 'qr-uri', uri }, 'a link to a QR of this console')
  const payment = screen === 'payments' ? toId(search.get('paymentId') ?? '') : null
  if (payment !== null) return named(byPaymentId(payment), 'a link to a payment of this console')
  const invoice = screen === 'invoices' ? toId(search.get('invoiceId') ?? '') : null
  return invoice === null ? null : named({ kind: 'invoice-id', id: invoice }, 'a link to an invoice of this console')
}

/** An id of the payment provider: alone, or the only one among other words. */
function asProviderId(text: string): Recognised | null {
  if (!text.includes('_')) return null
  const [id, another] = new Set(text.split(/[\s<>,;:()[\]"|]+/).flatMap((word) => providerIdIn(trimMarks(word)) ?? []))
  if (id === undefined || another !== undefined) return null
  const name = providerNames[id.slice(0, id.indexOf('_')) as keyof typeof providerNames]
  // A QR may have such an address, too.
  const qr: Shape[] = /^(ch|py|re|pyr)_/.test(id) && isUri(text) ? [{ kind: 'qr-uri', uri: text }] : []
  if (!text.includes(' ')) return { shapes: [providerShape(id), ...qr], explanation: `looks like a ${name}`, sure: true }
  return { ...named(providerShape(id), `contains the ${name} ${id}`), isWithin: true }
}

const providerNames = {
  cus: 'customer id of the payment provider',
  sub: 'subscription id of the payment provider',
  pi: 'payment intent',
  ch: 'charge of the payment provider',
  py: 'charge of the payment provider',
  re: 'refund of the payment provider',
  pyr: 'refund of the payment provider',
}

/**
 * The id of a customer, subscription, payment intent, charge or refund at the payment provider; of a client secret that of the intent.
 * The last two begin like words, so they have to be as long as they are there.
 */
function providerIdIn(text: string): string | null {
  const [, kind = '', id = ''] =
    /^(cus|sub|pi)_([a-z\d]{6,64})(?:_secret_[a-z\d]+)?$/i.exec(text) ?? /^(ch|py|re|pyr)_((?=[a-z]*\d)[a-z\d]{14,64})$/i.exec(text) ?? []
  return id === '' ? null : `${kind.toLowerCase()}_${id}`
}

const providerShape = (id: string): Shape =>
  /^(cus|sub)_/.test(id) ? { kind: 'provider-id', providerId: id } : { kind: 'payment', by: 'stripePaymentIntentId', value: id }

const byPaymentId = (id: number): Shape => ({ kind: 'payment', by: 'paymentId', value: String(id) })
const byOrder = (value: string): Shape => ({ kind: 'payment', by: 'ref', value })

/** 'INV-123', 'invoice no. 2026-000123', '#123', 'customer 123', 'QR 123', 'order QD-0000123', 'payment 123'. */
function asLabelledId(text: string): Recognised | null {
  const [, label = '', value = ''] =
    /^(#|qr code|[a-z]{2,8})[ .:#-]{0,3}(?:(?:no|nr|id|number)[ .:#-]{1,3})?([a-z\d][\w/-]{0,30})$/i.exec(text) ?? []
  // 'order-menu-2' may be the address of a QR.
  if (/^order[ .:#]/i.test(text) && /\d/.test(value)) return named(byOrder(inFull(value)), 'looks like an order number')
  const number = /^(inv|invoice)$/i.test(label) ? invoiceNumberIn(value) : null
  if (number) return named(number, 'looks like an invoice number')
  const id = toId(value.replace(/^0{0,9}/, ''))
  if (id === null) return null
  // It doesn't say whose id.
  if (label === '#' || /^(no|nr)$/i.test(label)) return { shapes: ofId(id), explanation: 'looks like an id', sure: true }
  if (/^(customer|cust|user|client|id)$/i.test(label)) return named({ kind: 'customer-id', id }, 'looks like a customer id')
  // 'Invoice 795' may be its id, or what is printed on it: 2026-000795.
  const printed = /^invoice (?:(?:no|nr|number)[ .:]{1,2})?\d/i.test(text) ? invoiceNumberIn(`${today().slice(0, 4)}-${id}`) : null
  if (/^(inv|invoice)$/i.test(label))
    return { shapes: [{ kind: 'invoice-id', id }, ...(printed ? [printed] : [])], explanation: 'looks like an invoice id', sure: true }
  if (/^payment[ .:#]/i.test(text)) return named(byPaymentId(id), 'looks like a payment id')
  return /^qr( code)?$/i.test(label) ? named({ kind: 'qr-id', id }, 'looks like a QR id') : null
}

/** An invoice's number as it is printed, '2026-000123', or an order's, 'QD-0000123' or 'QD-123' for short. A QR may have such an address, too. */
function asNumber(text: string): Recognised | null {
  const qr: Shape[] = isUri(text) ? [{ kind: 'qr-uri', uri: text }] : []
  const invoice = /^\d{4}(-\d{3,}|\/\d{4,})$/.test(text) ? invoiceNumberIn(text) : null
  if (invoice) return { shapes: [invoice, ...qr], explanation: 'looks like an invoice number', sure: true }
  const order = (shapes: Shape[]): Recognised => ({ shapes: [...qr, ...shapes], explanation: 'looks like an order number', sure: true })
  const [, prefix = '', digits = ''] = /^#?([a-z]{1,8}-|[A-Z]{2} ?)(\d{1,20})$/i.exec(text) ?? []
  if (digits.length >= 5 && prefix.endsWith('-')) return order([byOrder(text.replace('#', ''))])
  return (/^[A-Z]{2}[- ]?$/.test(prefix) || (/^[a-z]{2}-$/.test(prefix) && digits.length > 2)) && digits.length < 8
    ? order([byOrder(inFull(`${prefix.slice(0, 2)}-${digits}`)), { kind: 'text', text }])
    : null
}

/** 'QD-31' as it is stored: 'QD-0000031'. */
const inFull = (order: string) =>
  /^[a-z]{2}-\d{1,7}$/i.test(order) ? `${order.slice(0, 3).toUpperCase()}${order.slice(3).padStart(7, '0')}` : order

/** The number as it is stored, with at least six digits behind the year. */
function invoiceNumberIn(text: string): Shape | null {
  const [, year = '', place = ''] = /^(20\d\d)[-/]0*([1-9]\d{0,9})$/.exec(text) ?? []
  return year === '' ? null : { kind: 'invoice-number', number: `${year}-${place.padStart(6, '0')}` }
}

/** Bare digits may be the id of a customer, invoice or QR, or a uri: try all. */
function asDigits(text: string): Recognised | null {
  const id = toId(text)
  if (id === null) return null
  return { shapes: [...ofId(id), { kind: 'qr-uri', uri: text }], explanation: 'looks like an id', sure: true }
}

/** What may have an id, in order of priority. */
const ofId = (id: number): Shape[] => [{ kind: 'customer-id', id }, { kind: 'invoice-id', id }, { kind: 'qr-id', id }, byPaymentId(id)]

/** Free text; a single word may also be a uri. */
function asWords(text: string): Recognised {
  const free: Shape = { kind: 'text', text }
  // Cutting may leave a space at the end.
  const cut = text.length < maxLength - 1 ? null : `only the first ${maxLength} characters count`
  if (!isUri(text)) return { shapes: [free], explanation: cut, sure: false }
  const sure = looksLikeUri(text)
  return { shapes: [{ kind: 'qr-uri', uri: text }, free], explanation: sure ? 'looks like a QR address' : null, sure }
}

const named = (shape: Shape, explanation: string): Recognised => ({ shapes: [shape], explanation, sure: true })

const isUri = (text: string) => text.length <= maxUriLength && /^[\w-]+$/.test(text)

/** Only letters may be a command or name; digits, underscores or inner capitals suggest a uri. */
const looksLikeUri = (text: string) => text.length >= 4 && /\d|_|[a-z][A-Z]/.test(text)

function toId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null
  const id = Number(text)
  return id <= maxId ? id : null
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Not percent-encoded: keep as is.
    return part
  }
}
