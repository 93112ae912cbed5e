import type { Scope } from '../engine/record-types.ts'

/** Headings for key scopes, in display order. */
export const scopeNames: Readonly<Record<Scope, string>> = {
  global: 'Everywhere',
  list: 'In a list',
  walk: 'On a record opened from a list',
  customer: 'On a customer',
  customers: 'On the selected customers',
  payment: 'On a payment',
  note: 'On a note',
  feedback: 'On feedback',
  qr: 'On a QR code',
  qrs: 'On the selected QR codes',
  folders: 'On the selected folders',
  invoice: 'On an invoice',
  'invoice-list': 'On the invoices of a month or a customer',
  report: 'On the sales reports',
  'domain-list': 'On the blocked or the allowed domains',
  domain: 'On a domain of these lists',
  hostname: 'On a customer’s domain',
  invitation: 'On an invitation',
  'api-call': 'On an API call',
  webrisk: 'On a web-risk entry',
  webrisks: 'On the selected web-risk entries',
  tracker: 'On a row of the web-risk log',
  abuse: 'On an abuse report',
  abuses: 'On the selected abuse reports',
  approval: 'On a request',
  word: 'On a word of the team',
  user: 'On a staff account',
}

export const scopes = Object.keys(scopeNames) as Scope[]
